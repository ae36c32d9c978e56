"""Who plays SUN and who MOON."""
