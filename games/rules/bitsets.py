"""Sets of small numbers as the bits of an integer: what boards are made of where they must be quick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from random import Random
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Bits: TypeAlias = int  # bit n is set where the set has the number n

_BLOCK_SIZE = 60  # numbers that are passed by at once
_BLOCK = (1 << _BLOCK_SIZE) - 1
_PARTS = tuple((size, (1 << size) - 1) for size in (30, 15, 8))  # of a block, to find a member in it
_TRUTH = bytes.maketrans(b"01", b"\0\1")


def members(bits: Bits) -> Iterator[int]:
    """The numbers of a set, the lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def pick(values: Sequence[T], bits: Bits) -> Iterator[T]:
    """Of the values those whose numbers are in the set, in their order; quicker than one by one."""
    return compress(values, bin(bits)[:1:-1].encode().translate(_TRUTH))


def random_member(bits: Bits, random: Random) -> int:
    """One of the numbers of a set that is not empty, each as likely as any other."""
    return ranked_member(bits, int(random.random() * bits.bit_count()))  # a third of the time of randrange


def ranked_member(bits: Bits, rank: int) -> int:
    """The number of a set that has so many lower ones in it."""
    passed = 0
    while rank >= (count := (bits & _BLOCK).bit_count()):
        rank, passed, bits = rank - count, passed + _BLOCK_SIZE, bits >> _BLOCK_SIZE
    bits &= _BLOCK
    for size, part in _PARTS:
        if rank >= (count := (bits & part).bit_count()):
            rank, passed, bits = rank - count, passed + size, bits >> size
    for _ in range(rank):
        bits &= bits - 1
    return passed + (bits & -bits).bit_length() - 1
