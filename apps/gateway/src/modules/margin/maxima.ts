import type { MarginMaximum } from '@x/api'
import { formatUnits } from '@x/decimal'
import { refuseLeaving, refuseLoan } from '../../exchange/funds/loans.ts'
import { isMarginDue } from '../../exchange/funds/marginLevel.ts'
import { isMarginAsset, MARGIN_ASSETS } from '../../exchange/instruments/marginTerms.ts'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { marginOwner, type MarginAccount } from '../../exchange/state/marginState.ts'
import { loanLimitAtoms } from './ports/loanLimits.ts'

interface MaximumOptions {
  readonly account: Readonly<MarginAccount>
  readonly vipLevel: number
  readonly at: number
}

/** What may be borrowed of each asset of an account, and what may leave it, to the atom. */
export const marginMaxima = (
  state: ExchangeView,
  { account, vipLevel, at }: MaximumOptions,
): MarginMaximum[] =>
  MARGIN_ASSETS.filter((asset) => isMarginAsset(asset, account.symbol)).map((asset) => {
    const text = (atoms: bigint) => formatUnits(atoms, scaleOf(asset), { trim: true })
    const limit = loanLimitAtoms({ ...account, symbol: account.symbol, asset, vipLevel })
    const isBarred = account.isLiquidating || isMarginDue(state, account, at)
    const borrow = isBarred
      ? 0n
      : largest(
          BigInt(limit),
          (amount) => !refuseLoan(state, { account, asset, amount, limit, at }),
        )
    const own = state.accounts.spendable(account.realm, marginOwner(account), asset)
    const leave = largest(own, (amount) => !refuseLeaving(state, { account, asset, amount, at }))
    return { asset, borrow: text(borrow), leave: text(leave), limit: text(BigInt(limit)) }
  })

/** The largest amount up to `most` that is allowed; allowed ones are smaller than others. */
export function largest(most: bigint, isAllowed: (amount: bigint) => boolean): bigint {
  if (most <= 0n || isAllowed(most)) return most > 0n ? most : 0n
  let [below, above] = [0n, most]
  while (above - below > 1n) {
    const middle = (below + above) / 2n
    if (isAllowed(middle)) below = middle
    else above = middle
  }
  return below
}
