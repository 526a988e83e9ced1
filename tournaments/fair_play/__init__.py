"""What moderators look at: accounts that share a device, games that were thrown, ratings that were traded, clocks that
were abused. Numbers and games, never a verdict.

Imports ratings, queries and the models of games; writes nothing. Everything looks back LOOKED_BACK.
"""
