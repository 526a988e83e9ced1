"""What is shown of events: sentences and numbers ready to be read. Imports models and pure modules; writes nothing."""
