import { decimal, formatDecimal } from '@x/decimal'
import { describe, expect, it } from 'vitest'
import {
  adlLights,
  crossBankruptcyPrice,
  exposure,
  type FuturesSymbol,
  fundingPayment,
  fundingRate,
  impactNotional,
  initialMargin,
  interestFor,
  liquidationPrice,
  marginLevel,
  markPrice,
  openLoss,
  orderCost,
  requirement,
} from '../exports/futures.ts'
import {
  averageEntryPrice,
  bankruptcyPrice,
  maintenanceMargin,
  roe,
  unrealisedPnl,
  withMaintenanceAmounts,
} from '../exports/index.ts'

// Worked examples that exchanges and calculators publish: their inputs and their figures, by title.
// A published figure is compared at the decimals that it is published with.

const at = (scale: number, text: string | null): string =>
  text === null ? 'none' : formatDecimal(decimal(text), { scale })

const flat = (over: Partial<FuturesSymbol> & Pick<FuturesSymbol, 'markPrice'>): FuturesSymbol =>
  ({ leverage: '1', feeRate: '0', mm: '0', legs: [], ...over }) as FuturesSymbol

interface Example {
  readonly source: string
  readonly found: () => unknown
  readonly published: unknown
}

const binanceOrder = flat({ markPrice: '9259.84', leverage: '20' })
const sell = { side: 'sell', price: '9253.30', count: '1' } as const
const buy = { ...sell, side: 'buy' } as const
const coinTiger = flat({ markPrice: '34770.73', leverage: '20' })

const MARGIN: readonly Example[] = [
  {
    source: 'Binance, Cost Required to Open a Position in Perpetual Futures Contracts: long margin',
    found: () => orderCost(binanceOrder, { order: buy, scale: 3 }),
    published: '462.665',
  },
  {
    source: 'Binance, the same article: open loss of the short order',
    found: () => at(2, openLoss({ ...binanceOrder, orders: [sell] })),
    published: '6.54',
  },
  {
    source: 'Binance, the same article: no open loss of the long order',
    found: () => at(2, openLoss({ ...binanceOrder, orders: [buy] })),
    published: '0.00',
  },
  {
    source: 'CoinTiger, Cost Required to Open a Position: margin of the long order',
    found: () =>
      at(2, orderCost(coinTiger, { order: { side: 'buy', price: '34764.02', count: '1' } })),
    published: '1738.20',
  },
  {
    source: 'CoinTiger, the same article: open loss of the short order',
    found: () =>
      at(2, openLoss({ ...coinTiger, orders: [{ side: 'sell', price: '34764.02', count: '1' }] })),
    published: '6.71',
  },
  {
    source: 'Bybit, Order Cost (UTA): 1 BTC at 50,000, 10x, margin 5,000 and opening fee 27.5',
    found: () =>
      at(
        1,
        orderCost(flat({ markPrice: '50000', leverage: '10', feeRate: '0.00055' }), {
          order: { side: 'buy', price: '50000', count: '1' },
        }),
      ),
    published: '5027.5',
  },
  {
    source: 'Bybit, Order Cost, inverse: 10,000 USD ETHUSD at 2,000, 25x, 0.2 and 0.00275 ETH',
    found: () =>
      at(
        5,
        orderCost(
          flat({ contract: 'inverse', markPrice: '2000', leverage: '25', feeRate: '0.00055' }),
          { order: { side: 'buy', price: '2000', count: '10000' } },
        ),
      ),
    published: '0.20275',
  },
  {
    source: 'Bybit, Initial Margin: 100 contracts at 35 USDT, 10x',
    found: () => at(0, initialMargin({ exposure: '3500', leverage: '10' })),
    published: '350',
  },
  {
    source: 'Flipster, Margin Trading Explained: 0.1 BTC at 30,000, 10x',
    found: () => {
      const symbol = flat({
        markPrice: '30000',
        legs: [{ side: 'long', count: '0.1', cost: '3000' }],
      })
      return at(0, initialMargin({ exposure: exposure(symbol), leverage: '10' }))
    },
    published: '300',
  },
]

const PNL: readonly Example[] = [
  {
    source: 'Bitget, Bitget Future of PnL: average of 0.8 at 25,000 and 0.6 at 28,000',
    found: () =>
      averageEntryPrice(
        { held: { count: '0.8', price: '25000' }, added: { count: '0.6', price: '28000' } },
        { tick: '0.1' },
      ),
    published: '26285.7',
  },
  {
    source: 'Bitget, the same article: 0.3 long from 27,000 at 27,500',
    found: () =>
      at(0, unrealisedPnl({ side: 'long', count: '0.3', cost: '8100', markPrice: '27500' })),
    published: '150',
  },
  {
    source: 'Bitget, the same article: 0.4 short from 27,000 at 26,500',
    found: () =>
      at(0, unrealisedPnl({ side: 'short', count: '0.4', cost: '10800', markPrice: '26500' })),
    published: '200',
  },
  {
    source: 'Bitget, Unrealized P/L and Realized P/L: 1 BTC from 8,500 at 9,000',
    found: () =>
      at(0, unrealisedPnl({ side: 'long', count: '1', entryPrice: '8500', markPrice: '9000' })),
    published: '500',
  },
  {
    source: 'Bybit, P&L calculations (Inverse): average of 1,000 at 5,000 and 2,000 at 6,000',
    found: () =>
      averageEntryPrice(
        {
          contract: 'inverse',
          held: { count: '1000', price: '5000' },
          added: { count: '2000', price: '6000' },
        },
        { tick: '0.01' },
      ),
    published: '5625.00',
  },
  {
    // Published as 0.01819, of 0.00001819 a contract, which it rounds up.
    source: 'Bybit, the same article: 1,000 long from 5,000 at 5,500',
    found: () =>
      unrealisedPnl(
        { contract: 'inverse', side: 'long', count: '1000', cost: '0.2', markPrice: '5500' },
        { scale: 5, mode: 'up' },
      ),
    published: '0.01819',
  },
  {
    source: 'Bybit, P&L calculations (USDT): 0.4 short from 6,000 at 5,000',
    found: () =>
      at(0, unrealisedPnl({ side: 'short', count: '0.4', cost: '2400', markPrice: '5000' })),
    published: '400',
  },
  {
    source: 'OKX, calculation of PnL: 0.1 BTC long from 100,000 at 160,000',
    found: () =>
      at(0, unrealisedPnl({ side: 'long', count: '0.1', cost: '10000', markPrice: '160000' })),
    published: '6000',
  },
  {
    source: 'OKX, calculation of PnL: average of 10 at 100,000 and 5 at 80,000, coin-margined',
    found: () =>
      averageEntryPrice(
        {
          contract: 'inverse',
          held: { count: '10', price: '100000' },
          added: { count: '5', price: '80000' },
        },
        { tick: '1', mode: 'down' },
      ),
    published: '92307',
  },
  {
    source: 'BingX, Coin-Margined Standard Futures: 10 BTC short from 100 at 200, 1x',
    found: () =>
      roe({
        contract: 'inverse',
        side: 'short',
        cost: '10',
        count: '1000',
        markPrice: '200',
        leverage: '1',
        basis: 'entry',
      }),
    published: '-50.00',
  },
  {
    source: 'BitMEX, a trader’s statement of 2017: 885 XBTUSD from 7299 to 6635.5, in satoshi',
    found: () =>
      unrealisedPnl(
        {
          contract: 'inverse',
          side: 'long',
          count: '885',
          entryPrice: '7299',
          markPrice: '6635.5',
        },
        { scale: 8 },
      ),
    published: '-0.01212403',
  },
]

const LIQUIDATION: readonly Example[] = [
  {
    source: 'Bybit, What is Bankruptcy Price: 1 BTC long at 10,000, 50x',
    found: () =>
      bankruptcyPrice(
        { side: 'long', count: '1', cost: '10000', margin: '200', feeRate: '0' },
        { tick: '1' },
      ),
    published: '9800',
  },
  {
    source: 'Bybit, How to calculate Liquidation Price (Inverse): 0.5 BTC, 10,000 long at 8,000',
    found: () =>
      bankruptcyPrice(
        {
          contract: 'inverse',
          side: 'long',
          count: '10000',
          cost: '1.25',
          margin: '0.5',
          feeRate: '0.00075',
        },
        { tick: '0.01' },
      ),
    published: '5718.57',
  },
  {
    source: 'Binance, How to Calculate Liquidation Price: cross ETHUSDT',
    found: () => binanceCross(0),
    published: '1153.26',
  },
  {
    source: 'Binance, How to Calculate Liquidation Price: cross BTCUSDT',
    found: () => binanceCross(1),
    published: '26316.89',
  },
  {
    source: 'Binance, tiers of BTCUSDT 125x of 2021-03-18: the maintenance amounts',
    found: () => amounts('50000 0.004, 250000 0.005, 1000000 0.01, 10000000 0.025, null 0.05'),
    published: ['0', '50', '1300', '16300', '266300'],
  },
  {
    source: 'Binance, COIN-M maintenance amounts: levels 5 and 7 of BTCUSD above level 4, 0.56 BTC',
    found: () => amounts('50 0.025, 100 0.05, 200 0.1, 400 0.125, null 0.15').slice(1, 4),
    published: ['1.25', '6.25', '11.25'],
  },
  {
    source: 'Binance, cross margin fees: 13 BTC at 30,000 and 13 ETH at 3,000 maintain 31,330',
    found: () => {
      const btc = withMaintenanceAmounts([
        { upTo: '50000', mm: '0.05' },
        { upTo: '100000', mm: '0.07' },
        { upTo: null, mm: '0.08' },
      ])
      const eth = withMaintenanceAmounts([
        { upTo: '30000', mm: '0.05' },
        { upTo: null, mm: '0.07' },
      ])
      return [
        maintenanceMargin({ tiers: btc, count: '13', price: '30000' }, { scale: 0 }),
        maintenanceMargin({ tiers: eth, count: '13', price: '3000' }, { scale: 0 }),
      ]
    },
    published: ['29200', '2130'],
  },
  {
    source: 'Bybit, Liquidation Price (USDT Contract): maintenance of 1 BTC at 20,000',
    found: () => maintenanceMargin({ mm: '0.005', count: '1', price: '20000' }, { scale: 0 }),
    published: '100',
  },
  {
    source: 'dYdX v4, bankruptcy price in quote: -490, 0.004 BTC and 0.1 ETH long',
    found: () => dydx('long', '-490'),
    published: '2940.0',
  },
  {
    source: 'dYdX v4, bankruptcy price in quote: 510, 0.004 BTC and 0.1 ETH short',
    found: () => dydx('short', '510'),
    published: '3060.0',
  },
]

const FUNDING: readonly Example[] = [
  {
    source: 'Binance, Introduction to Funding Rates: impact notional of BNBUSDT at 20x',
    found: () => impactNotional({ maxLeverage: '20' }),
    published: '4000',
  },
  {
    source: 'Binance, Introduction to Funding Rates: a premium of 0.0429 % gives 0.01 %',
    found: () => fundingRate({ premiums: ['0.000429'], maxLeverage: '125', mm: '0.004' }),
    published: '0.00010000',
  },
  {
    source: 'Aevo, Perpetual Futures Mark Pricing: 2000(1 + 0.005·0.5)',
    found: () =>
      markPrice({
        index: '2000',
        rate: '0.005',
        msLeft: 1_800_000,
        intervalHours: 1,
        bases: ['1'],
        last: '2006',
        tick: '0.1',
      }),
    published: '2005.0',
  },
  {
    source: 'Glarity on Binance: 20,000 USD at 0.01 %, three times a day, 6 USD',
    found: () =>
      Number(fundingPayment({ side: 'long', count: '1', markPrice: '20000', rate: '0.0001' })) * 3,
    published: 6,
  },
  {
    source: 'Binance, Cross Margin Trading Guide: 1,000 USDC from 13:20 to 14:15, 2 hours',
    found: () =>
      at(
        2,
        interestFor({
          principal: '1000',
          dailyRate: '0.00024',
          from: Date.UTC(2024, 0, 1, 13, 20),
          to: Date.UTC(2024, 0, 1, 14, 15),
        }),
      ),
    published: '0.02',
  },
  {
    source: 'Binance, Cross Margin Pro: 2 BTC at 10,000 against a debt of 1 BTC',
    found: () =>
      marginLevel({
        assets: [{ amount: '2', price: '10000' }],
        debts: [{ principal: '1', price: '10000' }],
      }),
    published: '2.0000',
  },
  {
    source: 'ZUBR, Auto-Deleverage Ranking Example: the order of ten clients',
    found: zubr,
    published: [9, 7, 4, 10, 1, 5, 3, 6, 8, 2],
  },
]

/** One account of the published examples, in which each symbol is the other's "all others". */
function binanceCross(symbol: number): string {
  const account = {
    wallet: '1535443.01',
    symbols: [
      {
        leverage: '10',
        feeRate: '0',
        mm: '0.10',
        cum: '135365',
        markPrice: '1335.18',
        legs: [{ side: 'long', count: '3683.979', cost: '5366967.96636' }],
      },
      {
        leverage: '10',
        feeRate: '0',
        mm: '0.025',
        cum: '16300',
        markPrice: '31967.27',
        legs: [{ side: 'long', count: '109.488', cost: '3556387.02624' }],
      },
    ],
  } as const
  const found = liquidationPrice(account, { symbol })
  return found.status === 'at' ? at(2, found.price) : found.status
}

function amounts(rows: string): readonly string[] {
  return withMaintenanceAmounts(
    rows.split(', ').map((row) => {
      const [upTo = '', mm = ''] = row.split(' ')
      return { upTo: upTo === 'null' ? null : upTo, mm }
    }),
  ).map(({ cum }) => cum)
}

/** The published price is in quote, of 0.1 ETH; ETH is at 3,000 and BTC at 50,000. */
function dydx(side: 'long' | 'short', quote: string): string | null {
  const leg = (count: string) => ({ side, count, cost: '0' })
  const symbol = { leverage: '10', feeRate: '0', mm: '0.03' }
  const account = {
    wallet: quote,
    symbols: [
      { ...symbol, markPrice: '50000', legs: [leg('0.004')] },
      { ...symbol, markPrice: '3000', legs: [leg('0.1')] },
    ],
  }
  expect(requirement(account)).toBe('15.00000000')
  return crossBankruptcyPrice(account, { symbol: 1, tick: '0.1' })
}

/** PnL in percent and leverage of the ten clients; the score is their product there too. */
function zubr(): readonly number[] {
  const clients = '10 4, 5 0.5, 20 1.2, 5 10, 15 2, 3 4, 12 5, 6 0.8, 11 11, 7 6'.split(', ')
  const candidates = clients.map((client, index) => {
    const [pnl = '', leverage = ''] = client.split(' ')
    const equity = '1000'
    const requirement = String(Number(leverage) * 10)
    return { id: String(index + 1), count: '1', pnl, collateral: '100', requirement, equity }
  })
  return adlLights(candidates).map(({ id }) => Number(id))
}

describe('published examples of margin and order cost', () => {
  it.each(MARGIN)('agrees with $source (futures 3, futures 13)', ({ found, published }) =>
    expect(found()).toEqual(published),
  )
})

describe('published examples of PnL', () => {
  it.each(PNL)('agrees with $source (trading 2, futures 13)', ({ found, published }) =>
    expect(found()).toEqual(published),
  )
})

describe('published examples of liquidation and tiers', () => {
  it.each(LIQUIDATION)('agrees with $source (futures 1, futures 13)', ({ found, published }) =>
    expect(found()).toEqual(published),
  )
})

describe('published examples of funding, mark, interest and ADL', () => {
  it.each(FUNDING)('agrees with $source (futures 5, futures 13)', ({ found, published }) =>
    expect(found()).toEqual(published),
  )
})
