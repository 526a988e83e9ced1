"""Mail out: the outbox, sending, delivery policy, digests, reminders, messages."""
