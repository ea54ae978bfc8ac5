import type { Exchange } from '../exchange/createExchange.ts'
import { BUY } from '../exchange/matching/command.ts'
import type { Effects } from '../exchange/state/effects.ts'
import { houseAccountRow } from '../exchange/state/houseAccountRows.ts'
import type { EngineFeed, HouseAccountPort } from '../modules/market-data/ports/DisplayedMarket.ts'

/**
 * The house account of an exchange in memory, without journal and ledger: its orders go into the
 * engines, and what they change is displayed at once.
 */
export function createExchangeHouseAccount({
  exchange,
  displayed,
  now,
}: {
  readonly exchange: Exchange
  readonly displayed: EngineFeed
  readonly now: () => number
}): HouseAccountPort {
  return {
    submit(commands) {
      const rows = commands.map(houseAccountRow)
      const outcome = exchange.execute({ kind: 'house', at: now(), rows })
      if ('refused' in outcome) throw new Error(outcome.refused.reason)
      showEffects(displayed, outcome.effects)
    },
    resting(symbol) {
      const book = exchange.state.markets.get(symbol)?.engine.book
      if (!book) return []
      const { orders } = book
      return [...book.inOrder()].flatMap((slot) => {
        const orderName = exchange.state.houseAccountOrderNames.get(orders.idAt(slot))
        const side = orders.sideAt(slot) === BUY ? ('buy' as const) : ('sell' as const)
        return orderName === undefined
          ? []
          : [{ orderName, side, ticks: orders.ticksAt(slot), lots: orders.lotsAt(slot) }]
      })
    },
  }
}

/** Displays what a command changed in the books. */
export function showEffects(displayed: EngineFeed, { market }: Pick<Effects, 'market'>): void {
  for (const effect of market) {
    const [ticks, lots] = effect.level
    const { instrumentId: symbol } = effect
    if (effect.kind === 'level') displayed.onLevel(symbol, effect.side, ticks, lots)
    else displayed.onTrade({ symbol, ticks, lots, takerSide: effect.takerSide, at: effect.at })
  }
}
