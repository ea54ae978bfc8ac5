import type { Realm } from '../accounts/accounts.ts'
import type { PositionSide } from '../accounts/owner.ts'
import type { TransactionKind } from '../accounts/posting.ts'
import { addMarketEffects } from '../spot/marketEffects.ts'
import type { EffectLog } from '../state/effects.ts'
import { HOUSE_ID, legOf, openFuturesAccount } from '../state/futuresState.ts'
import type { ContractMarket, ExchangeState } from '../state/state.ts'
import { settleFuturesEvents, trimPaperOrders } from './enterContract.ts'
import { endStaleExits } from './exits.ts'
import { bookLots } from './fills.ts'
import { nextPosting } from './purse.ts'

interface Leg {
  readonly userId: string
  readonly side: PositionSide
}

export interface OutsideTrade {
  readonly market: ContractMarket
  readonly realm: Realm
  readonly kind: TransactionKind
  readonly ticks: number
  readonly lots: number
  readonly buyer: Leg
  readonly seller: Leg
}

/**
 * A trade that no order made and no fee is taken for: legs that are netted, and deleveraging. The
 * engine's positions follow, and reduce-only orders that are too large by then give way.
 */
export function tradeOutside(
  state: ExchangeState,
  log: EffectLog,
  { market, realm, kind, ticks, lots, buyer, seller }: OutsideTrade,
): void {
  const sides = [
    { leg: buyer, lots },
    { leg: seller, lots: -lots },
  ]
  const entries = sides.flatMap(
    ({ leg, lots: bought }) =>
      bookLots(state, log, { realm, market, ...leg, lots: bought, ticks, feePpm: 0 }).entries,
  )
  log.addTransaction({ realm, kind, scope: 'futures', key: nextPosting(state), entries })
  const { id: symbol } = market.instrument
  if (realm === 'live') {
    const { engine } = market
    const events = engine.shift(
      sides.map(({ leg, lots: bought }) => [numberOf(state, leg), bought]),
    )
    addMarketEffects(log, { instrumentId: symbol, book: engine.book, events })
    settleFuturesEvents(state, log, { market, events, taker: undefined })
  }
  for (const { userId, side } of [buyer, seller]) {
    if (realm === 'paper')
      trimPaperOrders(state, log, { realm, userId, symbol, positionSide: side })
    endStaleExits(state, log, {
      account: openFuturesAccount(state.futures, { realm, userId }),
      symbol,
      side,
    })
  }
}

function numberOf(state: ExchangeState, leg: Leg): number {
  return leg.userId === HOUSE_ID ? 0 : (state.futures.legs.get(legOf(leg)) ?? 0)
}
