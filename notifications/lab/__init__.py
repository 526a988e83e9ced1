"""The mail lab of development: reading and answering mails as mail programs do. Not part of production."""
