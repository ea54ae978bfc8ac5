import type { Clock } from '@x/kit'
import type { EngineFeed, HouseAccountPort } from '../market-data/ports/DisplayedMarket.ts'
import type { Side } from '../../exchange/instruments/Instrument.ts'
import { BUY } from '../../exchange/matching/command.ts'
import { houseAccountRow } from '../../exchange/state/houseAccountRows.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'

/** Orders of the house accounts, and the events of the live engine for the displayed book. */
export interface HouseAccount extends HouseAccountPort {
  /** Sends `feed` every level of the live book now, then every change. Answers the unsubscriber. */
  connectFeed(feed: EngineFeed): () => void
}

export function createHouseAccount({
  core,
  clock,
}: {
  core: TradingCore
  clock: Pick<Clock, 'now'>
}): HouseAccount {
  return {
    submit(commands) {
      // Without a journal nothing may trade, the house account included; the log has said why.
      if (commands.length > 0 && !core.paused())
        core.execute({ kind: 'house', at: clock.now(), rows: commands.map(houseAccountRow) })
    },
    resting(symbol) {
      const book = core.state.markets.get(symbol)?.engine.book
      if (!book) return []
      return [...book.inOrder()].flatMap((slot) => {
        const orderName = core.state.houseAccountOrderNames.get(book.orders.idAt(slot))
        if (orderName === undefined) return []
        const side: Side = book.orders.sideAt(slot) === BUY ? 'buy' : 'sell'
        return [
          { orderName, side, ticks: book.orders.ticksAt(slot), lots: book.orders.lotsAt(slot) },
        ]
      })
    },
    connectFeed(feed) {
      for (const [symbol, { engine }] of core.state.markets)
        for (const [side, name] of [
          [0, 'buy'],
          [1, 'sell'],
        ] as const)
          engine.book.eachLevel(side, (ticks, lots) => {
            feed.onLevel(symbol, name, ticks, lots)
            return true
          })
      return core.onMarket((effect) => {
        const [ticks, lots] = effect.level
        if (effect.kind === 'level') feed.onLevel(effect.instrumentId, effect.side, ticks, lots)
        else
          feed.onTrade({
            symbol: effect.instrumentId,
            ticks,
            lots,
            takerSide: effect.takerSide,
            at: effect.at,
          })
      })
    },
  }
}
