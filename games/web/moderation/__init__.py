"""Pages on fairness between players: blocks, reports, the code of conduct, and what moderators see."""
