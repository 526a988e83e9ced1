"""What the processes of the service have in common: their supervisor, their heartbeats, their end."""
