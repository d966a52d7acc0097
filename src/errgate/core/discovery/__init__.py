"""What a repository's files say about its errors: guesses on parsed values, each with the reason for it."""
