"""What an operator can make their own: the name of the service, its colours, its privacy notice and its imprint."""
