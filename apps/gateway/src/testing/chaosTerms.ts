/** What a trader of the kill runs asks for, as the wire has it. */
export type Terms = Readonly<Record<string, string>>
type Side = 'buy' | 'sell'

export interface ChaosTerms {
  /** A limit or market order, some with exits, or one with a trigger. */
  next(options: { readonly side: Side; readonly last: number }): Terms
  /**
   * Another form of an order that stands as it was placed; `undefined`: none that this run checks.
   */
  change(terms: Terms, options: { readonly side: Side; readonly last: number }): Terms | undefined
  /** Another trigger for an exit that stands, on the same side of the price. */
  moveExit(options: { readonly leaves: Side; readonly last: number }): Terms
}

export function createChaosTerms(draw: () => number): ChaosTerms {
  /**
   * A price better (above zero) or worse for who trades that side: higher is better for a
   * seller.
   */
  const away = ({ side, last }: { side: Side; last: number }, share: number) =>
    (last * (1 + (side === 'sell' ? share : -share))).toFixed(2)
  const far = () => 0.005 + draw() / 50

  /** Orders with a trigger, some of them so near that it is reached. */
  function triggered(market: { side: Side; last: number }): Terms {
    const kind = draw()
    if (kind < 0.3)
      return {
        orderType: 'trailing',
        callbackRate: draw() < 0.7 ? '0.1' : '1',
        size: '0.0002',
        sizeUnit: 'base',
        ...(draw() < 0.4 ? { triggerPrice: away(market, draw() < 0.5 ? 0.0002 : far()) } : {}),
      }
    const triggerPrice = away(market, -(draw() < 0.3 ? 0.0005 : far()))
    if (kind < 0.5)
      return { orderType: 'stop_market', triggerPrice, size: '0.0002', sizeUnit: 'base' }
    return {
      orderType: kind < 0.75 ? 'stop_limit' : 'oco',
      triggerPrice,
      price: kind < 0.75 ? triggerPrice : away(market, far()),
      size: '0.0002',
    }
  }

  /** Around where the entry is expected to trade: one leg or both, in the market or at a limit. */
  function exits({ side, last }: { side: Side; last: number }): Terms {
    const leaves = { side: side === 'buy' ? ('sell' as const) : ('buy' as const), last }
    const takeProfitTriggerPrice = away(leaves, draw() < 0.3 ? 0.0002 : far())
    const stopLossTriggerPrice = away(leaves, -(draw() < 0.3 ? 0.0002 : far()))
    const both = { takeProfitTriggerPrice, stopLossTriggerPrice }
    const which = draw()
    if (which < 0.2) return { takeProfitTriggerPrice, takeProfitPrice: takeProfitTriggerPrice }
    return which < 0.4 ? { stopLossTriggerPrice } : both
  }

  return {
    next(market) {
      if (draw() < 0.3) return triggered(market)
      const isAtMarket = draw() < 0.4
      const price = Number(away(market, draw() < 0.3 ? -0.001 : 0.002 + draw() / 100))
      const plain = isAtMarket
        ? { orderType: 'market', size: '0.0003', sizeUnit: 'base' }
        : { orderType: 'limit', price: price.toFixed(2), size: '0.0002' }
      const isBetter = market.side === 'buy' ? price < market.last : price > market.last
      return draw() < 0.35
        ? {
            ...plain,
            ...exits({ side: market.side, last: isAtMarket || !isBetter ? market.last : price }),
          }
        : plain
    },
    change(terms, market) {
      if (terms['orderType'] === 'trailing') return { callbackRate: draw() < 0.5 ? '0.2' : '2' }
      if (terms['orderType'] !== 'limit') return undefined
      if (terms['takeProfitTriggerPrice'] || terms['stopLossTriggerPrice']) {
        const entry = Number(terms['price'])
        const leaves = market.side === 'buy' ? 'sell' : 'buy'
        return terms['takeProfitTriggerPrice']
          ? { takeProfitTriggerPrice: away({ side: leaves, last: entry }, 0.006 + draw() / 50) }
          : { stopLossTriggerPrice: away({ side: leaves, last: entry }, -0.006 - draw() / 50) }
      }
      return { price: away(market, 0.02 + draw() / 100), size: '0.0003' }
    },
    moveExit: ({ leaves, last }) =>
      draw() < 0.5
        ? { takeProfitTriggerPrice: away({ side: leaves, last }, 0.001 + draw() / 50) }
        : { stopLossTriggerPrice: away({ side: leaves, last }, -0.001 - draw() / 50) },
  }
}
