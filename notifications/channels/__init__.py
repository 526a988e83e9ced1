"""Other ways than mail to be notified: webhooks and feeds."""
