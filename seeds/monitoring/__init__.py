"""What operators and their monitors look at: findings in sentences, and numbers."""
