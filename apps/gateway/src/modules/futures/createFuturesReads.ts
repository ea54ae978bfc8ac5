import type { FuturesPaperBroker } from './createPaperFutures.ts'
import type { DisplayedMarket } from '../market-data/ports/DisplayedMarket.ts'
import { accountAsIs } from '../../exchange/futures/judge.ts'
import type { FuturesInstrument, Side } from '../../exchange/instruments/Instrument.ts'
import type { Realm } from '../../exchange/accounts/accounts.ts'
import { leverageOf, settingsOf } from '../../exchange/state/futuresState.ts'
import { contractOf } from '../../exchange/state/ExchangeView.ts'
import type { ExchangeView } from '../../exchange/state/ExchangeView.ts'
import type { Trader } from '../trading/ports/TradingService.ts'
import type { ContractQuotes, TermsContext } from './orderTerms.ts'

/** What the services of futures read of state and market. */
export interface FuturesReads {
  /** Prices for an order of a side; `opposite` is what it would meet in its realm. */
  quotes(
    trader: { readonly realm: Realm; readonly userId: string },
    of: { readonly contract: FuturesInstrument; readonly side: Side },
  ): ContractQuotes
  context(
    trader: Trader,
    of: { readonly contract: FuturesInstrument; readonly side: Side },
  ): TermsContext
}

export function createFuturesReads({
  view,
  market,
  paper,
}: {
  readonly view: ExchangeView
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
  readonly paper: Pick<FuturesPaperBroker, 'best'>
}): FuturesReads {
  const state = view
  const quotes: FuturesReads['quotes'] = ({ realm, userId }, { contract: { id }, side }) => {
    const price = view.futures.prices.get(id)
    const best =
      realm === 'live'
        ? contractOf(state, id).engine.book.best(side === 'buy' ? 1 : 0)
        : paper.best(userId, id)[side === 'buy' ? 'ask' : 'bid']
    const { mark = 0, index = 0 } = price ?? {}
    return { last: market.lastTicks(id) ?? 0, mark, index, opposite: best ?? 0 }
  }
  return {
    quotes,
    context(trader, of) {
      const account = accountAsIs(state, trader)
      const settings = settingsOf(account, of.contract.id)
      return {
        market: contractOf(state, of.contract.id),
        mode: account.mode,
        quotes: quotes(trader, of),
        leverageOf: (side) => leverageOf(settings, side),
      }
    },
  }
}
