"""What a mage is told, in every form."""
