"""Entries about entrants: who came, who left, who took over, who challenged whom."""
