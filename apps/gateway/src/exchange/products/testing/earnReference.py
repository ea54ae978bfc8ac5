"""Interest of earn positions by exact fractions (products 3): a reference without shared code.

Reads lines of JSON {principal, tiers: [[upTo or null, aprBp]], days} and writes for each the atoms
that are paid day by day when every day pays what is whole of the interest so far.
"""
import json
import sys
from fractions import Fraction

for line in sys.stdin:
    case = json.loads(line)
    total, paid, out = Fraction(0), 0, []
    for day in range(case["days"]):
        rest, floor = Fraction(case["principal"]), Fraction(0)
        for up_to, apr_bp in case["tiers"]:
            room = rest if up_to is None else Fraction(up_to) - floor
            part = min(rest, room)
            total += part * Fraction(apr_bp, 10_000) / 365
            rest -= part
            floor += room
        whole = total.numerator // total.denominator
        out.append(str(whole - paid))
        paid = whole
    print(json.dumps(out))
