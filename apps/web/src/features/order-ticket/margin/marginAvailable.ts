import type { MarginAccount, MarginMaximum } from '@x/api'
import { decimal, formatDecimal, sum } from '@x/decimal'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { freeOf } from '../../margin/index.ts'
import type { LoanMode } from '../fundsChoice.ts'
import type { Available } from '../orderDraft.ts'

interface MarginFundsOf {
  readonly account: Pick<MarginAccount, 'assets'> | undefined
  readonly maxima: readonly Pick<MarginMaximum, 'asset' | 'borrow'>[] | undefined
  readonly loan: LoanMode
}

/**
 * What an order of a margin account can spend: what it has and, where the order borrows, what the
 * pool would lend; `undefined` until that is known.
 */
export function marginAvailable(
  { account, maxima, loan }: MarginFundsOf,
  { base, quote }: Pick<SpotSymbol, 'base' | 'quote'>,
): Available | undefined {
  if (!maxima) return undefined
  const borrows = loan === 'auto' || loan === 'both'
  const spendable = (asset: string): string => {
    const own = freeOf(account, asset)
    if (!borrows) return own
    const more = maxima.find((row) => row.asset === asset)?.borrow ?? '0'
    return formatDecimal(sum([decimal(own), decimal(more)]))
  }
  return { base: spendable(base), quote: spendable(quote) }
}
