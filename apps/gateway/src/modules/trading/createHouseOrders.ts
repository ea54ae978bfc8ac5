import type { Clock } from '@x/kit'
import type { EngineFeed, HouseOrderPort } from '../market-data/ports/DisplayedMarket.ts'
import type { Side } from '../../exchange/instruments/SymbolSpec.ts'
import { BUY } from '../../exchange/matching/command.ts'
import { houseRow } from '../../exchange/state/houseRows.ts'
import type { TradingCore } from '../../exchange/trading-core/openTradingCore.ts'

/** Orders of the house accounts, and the events of the live engine for the displayed book. */
export interface HouseOrders extends HouseOrderPort {
  /** Sends `feed` every level of the live book now, then every change. Answers the unsubscriber. */
  connectFeed(feed: EngineFeed): () => void
}

export function createHouseOrders({
  core,
  clock,
}: {
  core: TradingCore
  clock: Pick<Clock, 'now'>
}): HouseOrders {
  return {
    submit(commands) {
      // Without a journal nothing may trade, the house included; the log has said why.
      if (commands.length > 0 && !core.paused())
        core.execute({ kind: 'house', at: clock.now(), rows: commands.map(houseRow) })
    },
    resting(symbol) {
      const book = core.state.pairs.get(symbol)?.engine.book
      if (!book) return []
      return [...book.inOrder()].flatMap((slot) => {
        const houseOrderId = core.state.houseNames.get(book.orders.idAt(slot))
        if (houseOrderId === undefined) return []
        const side: Side = book.orders.side[slot] === BUY ? 'buy' : 'sell'
        return [
          { houseOrderId, side, ticks: book.orders.ticksAt(slot), lots: book.orders.lotsAt(slot) },
        ]
      })
    },
    connectFeed(feed) {
      for (const [symbol, { engine }] of core.state.pairs)
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
        if (effect.kind === 'level') feed.onLevel(effect.symbol, effect.side, ticks, lots)
        else
          feed.onTrade({
            symbol: effect.symbol,
            ticks,
            lots,
            takerSide: effect.takerSide,
            at: effect.at,
          })
      })
    },
  }
}
