"""What mails look like: commands, replies, automatic mail. Pure; inbound and outbound share it."""
