"""Games written down: one value for a game's record, three ways to write it, and the proof of its dice.

Plain Python like the rules: nothing here needs Django or a database, so that anybody can check a record at home.
"""
