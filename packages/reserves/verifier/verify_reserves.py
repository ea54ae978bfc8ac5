#!/usr/bin/env python3
"""Verifies a POR-1 proof of reserves: python3 verify_reserves.py proof.json [root]

Written against the description in the README of @x/reserves and sharing no code with it. It needs
Python 3.8 and nothing else. With "-" proofs are read from the standard input, one JSON text a line,
and a verdict is written for each.
"""
import hashlib
import hmac
import json
import re
import sys

LIMIT = 1 << 120


class Refused(Exception):
    pass


def require(holds, fault):
    if not holds:
        raise Refused(fault)


def is_count(value):
    return type(value) is int and 0 <= value < 1 << 53


def is_hash(value):
    return isinstance(value, str) and re.fullmatch('[0-9a-f]{64}', value) is not None


def atoms(texts, assets):
    require(isinstance(texts, list) and len(texts) == assets, 'malformed')
    for text in texts:
        require(isinstance(text, str) and re.fullmatch('0|[1-9][0-9]{0,36}', text), 'malformed')
        require(int(text) < LIMIT, 'malformed')
    return [int(text) for text in texts]


def packed(amounts):
    return b''.join(amount.to_bytes(16, 'big') for amount in amounts)


def sibling_sides(index, leaves):
    while leaves > 1:
        if index % 2:
            yield 'left'
        elif index + 1 < leaves:
            yield 'right'
        index, leaves = index // 2, (leaves + 1) // 2


def climb(piece, leaf_id, assets, leaves):
    require(isinstance(piece, dict) and is_count(piece.get('index')), 'malformed')
    sums = atoms(piece.get('amounts'), assets)
    path = piece.get('path')
    require(isinstance(path, list), 'malformed')
    for step in path:
        require(isinstance(step, dict) and is_hash(step.get('hash')), 'malformed')
        atoms(step.get('sums'), assets)
    require(piece['index'] < leaves, 'path')
    sides = list(sibling_sides(piece['index'], leaves))
    require(len(sides) == len(path), 'path')
    top = hashlib.sha256(b'\x00' + leaf_id + packed(sums)).digest()
    for side, step in zip(sides, path):
        other, other_sums = bytes.fromhex(step['hash']), atoms(step['sums'], assets)
        own_half, other_half = top + packed(sums), other + packed(other_sums)
        pair = other_half + own_half if side == 'left' else own_half + other_half
        top = hashlib.sha256(b'\x01' + pair).digest()
        sums = [a + b for a, b in zip(sums, other_sums)]
        require(all(each < LIMIT for each in sums), 'range')
    return top.hex(), sums


def verify(proof, root=None):
    """The amounts that the user is owed, in atoms by asset; raises Refused."""
    require(isinstance(proof, dict) and proof.get('format') == 'POR-1', 'malformed')
    statement, pieces = proof.get('statement'), proof.get('pieces')
    require(isinstance(statement, dict) and is_hash(proof.get('secret')), 'malformed')
    require(isinstance(pieces, list) and 1 <= len(pieces) <= 8, 'malformed')
    names, leaves = statement.get('assets'), statement.get('leaves')
    require(isinstance(names, list) and all(isinstance(name, str) for name in names), 'malformed')
    require(names == sorted(set(names)), 'malformed')
    require(is_count(leaves) and leaves >= 1 and is_hash(statement.get('root')), 'malformed')
    require(isinstance(statement.get('snapshotId'), str), 'malformed')
    stated = atoms(statement.get('sums'), len(names))
    require(root is None or root == statement['root'], 'statement')
    indexes = [piece.get('index') for piece in pieces if isinstance(piece, dict)]
    require(len(set(map(str, indexes))) == len(pieces), 'duplicate')
    owed = [0] * len(names)
    for number, piece in enumerate(pieces):
        message = statement['snapshotId'].encode() + bytes([number])
        leaf_id = hmac.new(bytes.fromhex(proof['secret']), message, hashlib.sha256).digest()
        reached, sums = climb(piece, leaf_id, len(names), leaves)
        require(reached == statement['root'], 'root')
        require(sums == stated, 'sums')
        owed = [a + int(b) for a, b in zip(owed, piece['amounts'])]
    return dict(zip(names, owed))


def verdict(text, root=None):
    try:
        owed = verify(json.loads(text), root)
        return {'isValid': True, 'owed': {name: str(amount) for name, amount in owed.items()}}
    except Refused as fault:
        return {'isValid': False, 'fault': str(fault)}
    except ValueError:
        return {'isValid': False, 'fault': 'malformed'}


def main(arguments):
    if not arguments or len(arguments) > 2:
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[0] == '-':
        for line in sys.stdin:
            print(json.dumps(verdict(line)))
        return 0
    with open(arguments[0], encoding='utf-8') as file:
        found = verdict(file.read(), arguments[1] if len(arguments) == 2 else None)
    print(json.dumps(found, indent=2))
    return 0 if found['isValid'] else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
