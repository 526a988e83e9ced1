"""The feed: numbered entries about games, players, events and the lobby, which pages, programs and webhooks read.

``topics`` names what an entry is about, ``writing`` adds entries in the transaction of their cause, ``reading`` gives
them out without ever missing one, ``tokens`` are the signed permissions of the process that holds streams open. An
entry has numbers and slugs only: what they stand for is read by REST or on a page, by those who may see it. ``shown``
and ``changes`` go by the same entries: they say when an answer to visitors must be made anew.
"""
