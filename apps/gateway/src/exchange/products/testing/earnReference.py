"""Interest of earn positions by exact fractions (products 3): a reference without shared code.

Reads lines of JSON {principal, tiers: [[upTo or null, aprBp]], days, older: [[principal, days]]} and
writes for each the atoms that are paid day by day when every day pays what is whole of the interest
so far. What is older lies below in the tiers, its last day included.
"""
import json
import sys
from fractions import Fraction

def yearly(amount, tiers):
    rest, floor, total = Fraction(amount), Fraction(0), Fraction(0)
    for up_to, apr_bp in tiers:
        room = rest if up_to is None else Fraction(up_to) - floor
        part = min(rest, room)
        total += part * Fraction(apr_bp, 10_000)
        rest -= part
        floor += room
    return total


for line in sys.stdin:
    case = json.loads(line)
    tiers = case["tiers"]
    total, paid, out = Fraction(0), 0, []
    for day in range(case["days"]):
        below = sum(int(principal) for principal, days in case["older"] if day < days)
        top = below + int(case["principal"])
        total += (yearly(top, tiers) - yearly(below, tiers)) / 365
        whole = total.numerator // total.denominator
        out.append(str(whole - paid))
        paid = whole
    print(json.dumps(out))
