"""What keeps the service fair between players: quotas, blocks, reports, and what moderators decide.

Services of games and events ask here before they do something. Imports models and pure modules only.
"""
