"""What each command of a mail does."""
