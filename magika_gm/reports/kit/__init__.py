"""The kit of blocks every printed page, mail and text of a report is made of (docs/kit.md).

A game builds blocks (contents) and hands them to :func:`print_document`, :func:`mail_html` or :func:`mail_text`; where
they stand and how they look is the kit's.
"""
