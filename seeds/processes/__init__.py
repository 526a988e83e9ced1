"""What the processes of the service have in common: their supervisor, their signs of life, their end."""
