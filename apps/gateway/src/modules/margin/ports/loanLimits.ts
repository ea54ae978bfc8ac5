import { parseUnits } from '@x/decimal'
import { loanLimit } from '../../../exchange/instruments/marginTerms.ts'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'

/** What an account may owe of an asset, in atoms as text; `0` where it may not borrow it. */
export function loanLimitAtoms(names: Parameters<typeof loanLimit>[0]): string {
  const limit = loanLimit(names)
  if (!limit) return '0'
  const atoms = parseUnits(limit.amount, scaleOf(names.asset)) ?? 0n
  return String((atoms * BigInt(limit.percent)) / 100n)
}
