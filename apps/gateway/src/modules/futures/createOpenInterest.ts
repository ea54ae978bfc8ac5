import type { Effects } from '../../exchange/state/effects.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import { positionKey } from '../../exchange/state/futuresState.ts'

/** The lots of all long positions of the live realm, by contract. */
export interface OpenInterest {
  of(contract: string): number
  update(effects: Pick<Effects, 'futures'>): void
}

/** Counted once from the state, then by what each command leaves. */
export function createOpenInterest(view: Pick<ExchangeView, 'futures'>): OpenInterest {
  const sums = new Map<string, number>()
  /** Long lots that are counted, by account and position. */
  const counted = new Map<string, number>()

  function count(name: string, symbol: string, lots: number): void {
    const long = Math.max(0, lots)
    sums.set(symbol, (sums.get(symbol) ?? 0) + long - (counted.get(name) ?? 0))
    if (long > 0) counted.set(name, long)
    else counted.delete(name)
  }
  const nameOf = (userId: string, key: string) => `${userId} ${key}`

  for (const { realm, userId, positions } of view.futures.accounts.values())
    if (realm === 'live')
      for (const { symbol, side, lots } of positions.values())
        count(nameOf(userId, positionKey(symbol, side)), symbol, lots)

  return {
    of: (contract) => sums.get(contract) ?? 0,
    update({ futures }) {
      for (const { realm, userId, symbol, side, lots } of futures?.positions ?? [])
        if (realm === 'live') count(nameOf(userId, positionKey(symbol, side)), symbol, lots)
    },
  }
}
