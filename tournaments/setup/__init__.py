"""Making an event: templates, planning, seeding, and checks of what can be played."""
