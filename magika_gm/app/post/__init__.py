"""Mail in and out: what a message says, whose it is, what it is believed on, how it is answered and sent."""
