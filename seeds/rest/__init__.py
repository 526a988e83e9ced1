"""What REST promises to all programs: codes of errors, and who may read it from other sites."""
