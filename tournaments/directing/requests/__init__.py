"""What players ask directors for: asking, and the answers that no other action gives."""
