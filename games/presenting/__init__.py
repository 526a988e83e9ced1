"""What the pages of games say: moments, lists and sentences. Pure but for Django's translations and formats."""
