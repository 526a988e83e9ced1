"""What players do with their accounts: second factors, sign-ins, notices of every change, download, closing."""
