import type { Realm } from '../../accounts/accounts.ts'
import type { CopyMarks } from '../../state/copyCommand.ts'
import { COPY_QUOTE } from '../../state/copyState.ts'
import type { ExchangeView } from '../../state/ExchangeView.ts'

/** What an owner has, and how much of that is in the quote asset. */
export interface Worth {
  readonly total: bigint
  readonly quote: bigint
}

/** Counts holdings at the given prices; what has none is worth nothing. */
export function worthOf(
  { accounts, markets }: Pick<ExchangeView, 'accounts' | 'markets'>,
  {
    realm,
    owner,
    marks,
  }: { readonly realm: Realm; readonly owner: string; readonly marks: CopyMarks },
): Worth {
  let [total, quote] = [0n, 0n]
  const byBase = new Map<string, bigint>()
  for (const { asset, balance } of accounts.ownedBy(realm, owner))
    if (asset === COPY_QUOTE) quote += balance
    else byBase.set(asset, balance)
  total = quote
  for (const [symbol, ticks] of marks) {
    const market = markets.get(symbol)
    if (market?.product !== 'spot') continue
    const { units, instrument } = market
    const balance = byBase.get(instrument.base) ?? 0n
    total += (balance * BigInt(ticks) * units.quotePerTickLot) / units.basePerLot
    byBase.delete(instrument.base)
  }
  return { total, quote }
}
