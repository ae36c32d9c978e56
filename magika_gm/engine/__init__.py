"""What has no game noun in it: dice and the seam between a game and its office."""
