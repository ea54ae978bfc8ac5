import {
  crossLiquidationPrice,
  estimateMarketFill,
  roe,
  tradeFee,
  unrealisedPnl,
  validateSpotOrder,
} from '@x/trading'

// A position: strings in, strings out, exact in between.
const position = {
  side: 'long',
  entryPrice: '60000',
  markPrice: '61234.5',
  count: '0.5',
  leverage: '10',
} as const
console.log(unrealisedPnl(position)) // 617.250000
console.log(`${roe(position)} %`) // 20.16 %

const liquidation = crossLiquidationPrice(
  {
    available: '10000',
    othersUpnl: '0',
    othersMaintain: '0',
    longOpenPrice: '60000',
    longOpenCount: '1',
    shortOpenPrice: '0',
    shortOpenCount: '0',
    mm: '0.004',
    feeRate: '0.0006',
    markPrice: '60000',
  },
  { tick: '0.1' },
)
const at = liquidation.status === 'at' ? `${liquidation.when} to ${liquidation.price}` : '--'
console.log(at) // falls to 50231.1

// An order, before it is sent and again before the engine sees it.
const market = {
  symbol: { tickSize: '0.01', stepSize: '0.00001', minNotional: '5' },
  lastPrice: '60000',
  bestBid: '59999.5',
  bestAsk: '60000.5',
  available: { base: '0', quote: '1000' },
}
const outcome = validateSpotOrder(
  { side: 'buy', orderType: 'limit', price: '59000.005', size: '0.1' },
  market,
)
console.log(outcome.status === 'refused' ? outcome.problems[0].code : outcome.hold.amount) // 40202

// What a market order would pay, and the fee on what it receives.
const asks = [
  ['60000.5', '0.01'],
  ['60010', '1'],
] as const
const fill = estimateMarketFill(
  { side: 'buy', size: '1000', levels: asks, stepSize: '0.00001' },
  { tick: '0.01' },
)
console.log(fill.averagePrice) // 60004.30
console.log(tradeFee({ amount: fill.filledBase, rate: '0.001' }, { scale: 8 })) // 0.00001666
