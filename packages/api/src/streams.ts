import { Type, type TProperties } from '@sinclair/typebox'
import { AccountAmount, SpotBalance } from './spot/account.ts'
import { FuturesWallet } from './futures/account.ts'
import { FuturesFill, FuturesOrder } from './futures/orders.ts'
import { PublicLiquidation } from './futures/contracts.ts'
import { FuturesPosition, FuturesRiskEvent } from './futures/positions.ts'
import { BookLevel, Candle, CandleInterval, Ticker } from './marketData.ts'
import { SpotFill, SpotOrder } from './spot/orders.ts'
import { DecimalString, extend, nullable, oneOf, Side, Timestamp, type ValueOf } from './schema.ts'
import { MarginAccount, MarginMaxima } from './margin.ts'
import { P2pMessage, P2pOrder } from './p2p.ts'
import { Deposit } from './deposits.ts'
import { Withdrawal } from './withdrawals.ts'
import { socket, topic } from './topic.ts'
import { UserNotice } from './userNotices.ts'

const MARKET_STREAM = '/v1/market/stream'
const USER_STREAM = '/v1/user/stream'
const SPOT_TOPICS = ['orders', 'fills', 'balances'] as const
/** Only sent to clients that subscribe. */
const FURTHER_TOPICS = [
  'positions',
  'futuresAccount',
  'futuresOrders',
  'futuresFills',
  'risk',
  'marginAccount',
  'marginMaxima',
  'accounts',
  'notices',
  'deposits',
  'withdrawals',
  'p2p',
  'p2pMessages',
  'products',
] as const

/** Whose symbol it is: two products may have the same one. Absent: `spot`. */
export const MarketProduct = oneOf(['spot', 'usdt', 'coin'])
export type MarketProduct = ValueOf<typeof MarketProduct>
const ContractProduct = oneOf(['usdt', 'coin'], { description: 'Absent: spot.' })

/** Counts up by one per topic and connection; `prevSeq` is the number of the message before. */
const sequence = {
  type: oneOf(['snapshot', 'delta']),
  seq: Type.Integer({ minimum: 0 }),
  prevSeq: Type.Integer({ minimum: 0 }),
  ts: Timestamp,
}
const marketMessage = <Name extends string, Body extends TProperties>(name: Name, body: Body) =>
  Type.Object({
    topic: Type.Literal(name),
    symbol: Type.String(),
    product: Type.Optional(ContractProduct),
    ...sequence,
    ...body,
  })
const userMessage = <Name extends string, Item extends TProperties[string]>(
  name: Name,
  item: Item,
) => Type.Object({ topic: Type.Literal(name), ...sequence, data: Type.Array(item) })

/** A public trade. */
export const Trade = Type.Object({
  id: Type.String(),
  price: DecimalString,
  size: DecimalString,
  takerSide: Side,
  ts: Timestamp,
})
export type Trade = ValueOf<typeof Trade>

const bySymbol = Type.Object({
  symbol: Type.String(),
  product: Type.Optional(MarketProduct),
})
const ofContract = Type.Object({ symbol: Type.String(), product: ContractProduct })
const pong = Type.Object({ op: Type.Literal('pong'), ts: Timestamp })
const ping = Type.Object({ op: Type.Literal('ping') })

/** Something of a user that changed in a product beside trading. */
export const ProductChange = Type.Object({
  product: oneOf(['copy', 'earn', 'redPacket']),
  id: Type.String({ description: 'Of the follow, the lead, the position or the packet.' }),
})
/** Something of a user that changed in a product beside trading; its page asks for it again. */
export type ProductChange = ValueOf<typeof ProductChange>

/** The web sockets of the exchange. */
export const sockets = {
  market: socket({
    path: MARKET_STREAM,
    summary: 'Public market data.',
    access: 'public',
    command: Type.Union([
      ping,
      Type.Object({
        op: oneOf(['subscribe', 'unsubscribe']),
        args: Type.Array(
          Type.Object({
            topic: Type.String({ maxLength: 64 }),
            symbol: Type.String({ maxLength: 32 }),
            product: Type.Optional(MarketProduct),
          }),
          { minItems: 1, maxItems: 100 },
        ),
      }),
    ]),
    reply: Type.Union([
      pong,
      Type.Object({
        op: oneOf(['subscribed', 'unsubscribed']),
        topic: Type.String(),
        symbol: Type.String(),
        product: Type.Optional(MarketProduct),
      }),
      Type.Object({
        op: Type.Literal('error'),
        code: oneOf(['40010', '40401', '42901']),
        msg: Type.String(),
        topic: Type.Optional(Type.String()),
        symbol: Type.Optional(Type.String()),
        product: Type.Optional(MarketProduct),
      }),
    ]),
    closeCodes: {
      1001: 'The gateway is stopping.',
      1008: 'The client sends more commands than it may.',
      1009: 'A command is longer than 16 KiB.',
      1013: 'Too many connections from this address; try again later.',
    },
  }),
  user: socket({
    path: USER_STREAM,
    summary: 'The account of the logged-in user: spot topics at first, others once subscribed to.',
    access: 'private',
    command: Type.Union([
      ping,
      Type.Object({
        op: oneOf(['subscribe', 'unsubscribe']),
        args: Type.Array(Type.Object({ topic: oneOf([...SPOT_TOPICS, ...FURTHER_TOPICS]) }), {
          minItems: 1,
          maxItems: 10,
        }),
      }),
    ]),
    reply: Type.Union([
      pong,
      Type.Object({ op: Type.Literal('error'), code: Type.Literal('40010'), msg: Type.String() }),
    ]),
    closeCodes: {
      1001: 'The gateway is stopping.',
      1008: 'The client sends more commands than it may.',
      1009: 'A command is longer than 4 KiB.',
      1011: 'A snapshot could not be read.',
      1013: 'A snapshot takes too long; try again later.',
      4401: 'No session, or it ended; the reason is its code: 401, 20906, 20205 or 40901.',
      4408: 'The client reads too slowly: more than 1 MiB is unread.',
      4429: 'The user has more than 20 connections; the oldest is closed.',
    },
  }),
} as const

/** A candle of a price that nobody trades at. */
const priceCandle = (kind: 'mark' | 'index') =>
  Type.Object({
    topic: Type.String({ pattern: `^candle_${kind}_(1m|5m|15m|30m|1h|4h|1d|1w)$` }),
    symbol: Type.String(),
    product: ContractProduct,
    ...sequence,
    candle: Candle,
  })

const bookSides = {
  b: Type.Array(BookLevel, { description: 'Bids.' }),
  a: Type.Array(BookLevel, { description: 'Asks.' }),
  cs: Type.Integer({ description: 'CRC32, signed, of the best 25 levels after this message.' }),
}

/** Topics of the public market socket. */
export const marketTopics = {
  book: topic({
    socket: MARKET_STREAM,
    name: 'books50@100ms',
    summary: 'The best 50 levels of each side; size "0" removes a level.',
    params: bySymbol,
    message: marketMessage('books50@100ms', bookSides),
  }),
  deepBook: topic({
    socket: MARKET_STREAM,
    name: 'books1000@1s',
    summary: 'Up to 1,000 levels of each side, for charts and coarse groups; size "0" as above.',
    params: bySymbol,
    message: marketMessage('books1000@1s', bookSides),
  }),
  trades: topic({
    socket: MARKET_STREAM,
    name: 'trade',
    summary: 'Trades in their order; a snapshot has the last 100.',
    params: bySymbol,
    message: marketMessage('trade', { trades: Type.Array(Trade) }),
  }),
  ticker: topic({
    socket: MARKET_STREAM,
    name: 'ticker@250ms',
    summary: 'The last 24 hours of a pair or contract.',
    params: bySymbol,
    message: marketMessage('ticker@250ms', { ticker: Ticker }),
  }),
  candle: topic({
    socket: MARKET_STREAM,
    name: 'candle_{interval}',
    summary: 'The running candle of a pair or contract; one that closes is sent once more.',
    params: extend(bySymbol, { interval: CandleInterval }),
    message: Type.Object({
      topic: Type.String({ pattern: '^candle_(1m|5m|15m|30m|1h|4h|1d|1w)$' }),
      symbol: Type.String(),
      product: Type.Optional(ContractProduct),
      ...sequence,
      candle: Candle,
    }),
  }),
  mark: topic({
    socket: MARKET_STREAM,
    name: 'mark@1s',
    summary: 'Mark and index price, predicted funding and open interest of a contract.',
    params: ofContract,
    message: marketMessage('mark@1s', {
      mark: nullable(DecimalString),
      index: nullable(DecimalString),
      rate: nullable(DecimalString),
      nextAt: Timestamp,
      openInterest: DecimalString,
    }),
  }),
  liquidation: topic({
    socket: MARKET_STREAM,
    name: 'liquidation',
    summary: 'Steps of liquidations that traded, in their order; a snapshot has the last 50.',
    params: ofContract,
    message: marketMessage('liquidation', { liquidations: Type.Array(PublicLiquidation) }),
  }),
  markCandle: topic({
    socket: MARKET_STREAM,
    name: 'candle_mark_{interval}',
    summary: 'The running candle of the mark price of a contract; its volume is 0.',
    params: extend(ofContract, { interval: CandleInterval }),
    message: priceCandle('mark'),
  }),
  indexCandle: topic({
    socket: MARKET_STREAM,
    name: 'candle_index_{interval}',
    summary: 'The running candle of the index price of a contract; its volume is 0.',
    params: extend(ofContract, { interval: CandleInterval }),
    message: priceCandle('index'),
  }),
} as const

const noParams = Type.Object({})

/** Topics of the private user socket; a delta has what changed, each item whole. */
export const userTopics = {
  orders: topic({
    socket: USER_STREAM,
    name: 'orders',
    summary: 'Open orders, and orders that changed.',
    params: noParams,
    message: userMessage('orders', SpotOrder),
  }),
  fills: topic({
    socket: USER_STREAM,
    name: 'fills',
    summary: 'The latest fills, and new ones.',
    params: noParams,
    message: userMessage('fills', SpotFill),
  }),
  balances: topic({
    socket: USER_STREAM,
    name: 'balances',
    summary: 'All balances, and balances that changed.',
    params: noParams,
    message: userMessage('balances', SpotBalance),
  }),
  deposits: topic({
    socket: USER_STREAM,
    name: 'deposits',
    summary: 'Deposits that may still change; with each block those with a new state or depth.',
    params: noParams,
    message: userMessage('deposits', Deposit),
  }),
  withdrawals: topic({
    socket: USER_STREAM,
    name: 'withdrawals',
    summary: 'Withdrawals that have not ended, and withdrawals that changed.',
    params: noParams,
    message: userMessage('withdrawals', Withdrawal),
  }),
  p2p: topic({
    socket: USER_STREAM,
    name: 'p2p',
    summary: 'P2P orders that have not ended, and P2P orders that changed.',
    params: noParams,
    message: userMessage('p2p', P2pOrder),
  }),
  p2pMessages: topic({
    socket: USER_STREAM,
    name: 'p2pMessages',
    summary: 'New messages of P2P orders; the snapshot is empty.',
    params: noParams,
    message: userMessage('p2pMessages', P2pMessage),
  }),
  positions: topic({
    socket: USER_STREAM,
    name: 'positions',
    summary: 'Open futures positions, and positions that changed; a size of zero is closed.',
    params: noParams,
    message: userMessage('positions', FuturesPosition),
  }),
  futuresAccount: topic({
    socket: USER_STREAM,
    name: 'futuresAccount',
    summary: 'Futures wallets, and wallets that changed.',
    params: noParams,
    message: userMessage('futuresAccount', FuturesWallet),
  }),
  futuresOrders: topic({
    socket: USER_STREAM,
    name: 'futuresOrders',
    summary: 'Open futures orders, and orders that changed.',
    params: noParams,
    message: userMessage('futuresOrders', FuturesOrder),
  }),
  futuresFills: topic({
    socket: USER_STREAM,
    name: 'futuresFills',
    summary: 'The latest fills of futures orders, and new ones.',
    params: noParams,
    message: userMessage('futuresFills', FuturesFill),
  }),
  risk: topic({
    socket: USER_STREAM,
    name: 'risk',
    summary: 'Margin calls that stand; new ones, steps of liquidations, deleveragings and funding.',
    params: noParams,
    message: userMessage('risk', FuturesRiskEvent),
  }),
  marginAccount: topic({
    socket: USER_STREAM,
    name: 'marginAccount',
    summary: 'Margin accounts; with each price and each change those that are not as before.',
    params: noParams,
    message: userMessage('marginAccount', MarginAccount),
  }),
  marginMaxima: topic({
    socket: USER_STREAM,
    name: 'marginMaxima',
    summary: 'What each margin account may borrow and let go; those that are not as before.',
    params: noParams,
    message: userMessage('marginMaxima', MarginMaxima),
  }),
  accounts: topic({
    socket: USER_STREAM,
    name: 'accounts',
    summary: 'What is in the accounts beside spot; of later prices every two seconds.',
    params: noParams,
    message: userMessage('accounts', AccountAmount),
  }),
  products: topic({
    socket: USER_STREAM,
    name: 'products',
    summary: 'What changed of copy trading, earn and red packets; the snapshot is empty.',
    params: noParams,
    message: userMessage('products', ProductChange),
  }),
  notices: topic({
    socket: USER_STREAM,
    name: 'notices',
    summary: 'The latest notices, new ones, and those that were read on any device.',
    params: noParams,
    message: userMessage('notices', UserNotice),
  }),
} as const

/** A message of the private user socket. */
export type UserStreamMessage = {
  readonly [Name in keyof typeof userTopics]: ValueOf<(typeof userTopics)[Name]['message']>
}[keyof typeof userTopics]
