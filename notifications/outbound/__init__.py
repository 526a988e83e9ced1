"""Mail that goes out."""
