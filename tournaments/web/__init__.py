"""The web pages of events with their forms. They call services and queries and decide nothing."""
