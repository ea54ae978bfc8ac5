import type { Clock } from '@x/kit'
import { formatUnits } from '@x/decimal'
import { spotFeeRates } from '../../../exchange/accounts/fee.ts'
import { requireSymbol } from '../../../exchange/instruments/symbols.ts'
import { receivedAsset } from '../../../exchange/state/order.ts'
import type { TradingService } from '../../trading/ports/TradingService.ts'
import type { OrderReader } from '../createOrderReader.ts'
import type { Caller, DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Params } from '../params.ts'
import type { StoredTrade } from '../orderQueries.ts'
import { assetText, priceText, quoteText, sizeText } from '../texts.ts'
import { orderView, stopLegView, type AnyOrder } from './orderViews.ts'
import { isStopLegNamed, readName } from './orderName.ts'

export interface SpotAccountOptions {
  readonly trading: TradingService
  readonly reader: OrderReader
  readonly limits: Limits
  readonly clock: Pick<Clock, 'now'>
  readonly vipLevelOf: (userId: string) => number | Promise<number>
}

const [DEFAULT_ROWS, MOST_ROWS] = [500, 1_000]
const DAY_MS = 86_400_000
const spot = { method: 'GET', pool: 'spot', security: 'signed', permission: 'read' } as const

/** Orders, trades, balances and fees of the key's account. */
export function spotAccountRoutes(options: SpotAccountOptions): DialectRoute[] {
  return [...orderReadRoutes(options), ...accountReadRoutes(options)]
}

/** Reads of the orders and trades that a reader finds. */
export function orderReadRoutes({ reader }: Pick<SpotAccountOptions, 'reader'>): DialectRoute[] {
  return [
    {
      ...spot,
      path: '/api/v3/order',
      summary: 'One order, open or ended.',
      weight: 4,
      socketMethod: 'order.status',
      handler: async ({ params, caller }) => {
        params.symbol()
        const order = await reader.find(caller().session, params)
        const isStopLeg = isStopLegNamed(order, readName(params))
        return isStopLeg ? stopLegView(order) : orderView(order)
      },
    },
    {
      ...spot,
      path: '/api/v3/openOrders',
      summary: 'The open orders.',
      weight: (params) => (params.has('symbol') ? 6 : 80),
      socketMethod: 'openOrders.status',
      handler: ({ params, caller }) => {
        const symbol = params.has('symbol') ? params.symbol().symbol : undefined
        return reader.open(caller().session, symbol).flatMap(legViews)
      },
    },
    {
      ...spot,
      path: '/api/v3/allOrders',
      summary: 'Orders of a pair, open and ended, by their numbers.',
      weight: 20,
      socketMethod: 'allOrders',
      handler: async ({ params, caller }) => {
        const page = await reader.page(caller().session, {
          symbol: params.symbol().symbol,
          fromId: params.integer('orderId'),
          ...windowOf(params),
        })
        return page.flatMap(legViews)
      },
    },
    {
      ...spot,
      path: '/api/v3/myTrades',
      summary: 'The trades of the account in a pair.',
      weight: (params) => (params.has('orderId') ? 5 : 20),
      socketMethod: 'myTrades',
      handler: async ({ params, caller }) => {
        const trades = await reader.trades(caller().session, {
          symbol: params.symbol().symbol,
          fromId: params.integer('fromId'),
          orderId: params.integer('orderId'),
          ...windowOf(params),
        })
        return trades.map(tradeView)
      },
    },
  ]
}

function accountReadRoutes(options: SpotAccountOptions): DialectRoute[] {
  const { limits } = options
  const accountOf = ({ session: { realm, userId } }: Caller) => ({ pool: spot.pool, realm, userId })
  return [
    {
      ...spot,
      path: '/api/v3/account',
      summary: 'Balances, fees and permissions.',
      weight: 20,
      socketMethod: 'account.status',
      handler: (call) => accountView(call, options),
    },
    {
      ...spot,
      path: '/api/v3/account/commission',
      summary: 'The fees of a pair.',
      weight: 20,
      socketMethod: 'account.commission',
      handler: async ({ params, caller }) => {
        const { symbol } = params.symbol()
        const { maker, taker } = await ratesOf(caller(), options)
        const none = { maker: ZERO, taker: ZERO, buyer: ZERO, seller: ZERO }
        return {
          symbol,
          standardCommission: { maker, taker, buyer: ZERO, seller: ZERO },
          specialCommission: none,
          taxCommission: none,
          discount: {
            enabledForAccount: false,
            enabledForSymbol: false,
            discountAsset: '',
            discount: ZERO,
          },
        }
      },
    },
    {
      ...spot,
      path: '/api/v3/rateLimit/order',
      summary: 'New orders counted so far.',
      weight: 40,
      socketMethod: 'account.rateLimits.orders',
      handler: ({ caller }) => {
        const account = accountOf(caller())
        const [allowed, sent] = [limits.allowed(account), limits.orders(account)]
        return [
          orderLimit({ interval: 'SECOND', intervalNum: 10 }, [
            allowed.tenSeconds,
            sent.tenSeconds,
          ]),
          orderLimit({ interval: 'DAY', intervalNum: 1 }, [allowed.day, sent.day]),
        ]
      },
    },
  ]
}

const ZERO = '0.00000000'

async function accountView({ params, caller }: DialectCall, options: SpotAccountOptions) {
  const { trading, clock } = options
  const who = caller()
  const { maker, taker } = await ratesOf(who, options)
  trading.ensurePaperAccount(who.session)
  const hidesEmpty = params.flag('omitZeroBalances') ?? false
  const assets = await trading.confirm(trading.assets(who.session))
  const { permissions } = who.key
  return {
    makerCommission: hundredths(maker),
    takerCommission: hundredths(taker),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker, taker, buyer: ZERO, seller: ZERO },
    canTrade: permissions.has('spot'),
    canWithdraw: permissions.has('withdraw'),
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: who.session.realm === 'live',
    preventSor: false,
    updateTime: clock.now(),
    accountType: 'SPOT',
    balances: assets
      .filter(({ available, held }) => !hidesEmpty || available !== '0' || held !== '0')
      .map(({ asset, available, held }) => ({ asset, free: available, locked: held })),
    permissions: ['SPOT'],
    uid: Number(who.session.userId),
  }
}

/** The rate in hundredths of a percent, as the old field has it. */
const hundredths = (rate: string): number => Math.round(Number(rate) * 10_000)

export async function ratesOf(
  { session }: Caller,
  { vipLevelOf }: Pick<SpotAccountOptions, 'vipLevelOf'>,
) {
  const { makerPpm, takerPpm } = spotFeeRates(await vipLevelOf(session.userId))
  const text = (ppm: number) => formatUnits(BigInt(ppm) * 100n, 8)
  return { maker: text(makerPpm), taker: text(takerPpm) }
}

const orderLimit = (
  window: { readonly interval: string; readonly intervalNum: number },
  [limit, count]: readonly [number, number],
) => ({ rateLimitType: 'ORDERS', ...window, limit, count })

/** An OCO order is two orders there. */
function legViews(order: AnyOrder) {
  return order.orderType === 'oco' ? [orderView(order), stopLegView(order)] : [orderView(order)]
}

/** @throws DialectError -1127 */
function windowOf(params: Params) {
  const [start, end] = [params.integer('startTime'), params.integer('endTime')]
  if (start !== undefined && end !== undefined && (end < start || end - start > DAY_MS))
    throw new DialectError('LOOKUP_TOO_LONG', 'More than 24 hours between startTime and endTime.')
  const limit = params.integer('limit', { least: 1, most: MOST_ROWS, isCapped: true })
  return { start, end, limit: limit ?? DEFAULT_ROWS }
}

function tradeView({
  id,
  orderId,
  symbol,
  side,
  ticks,
  lots,
  fee,
  isMaker,
  at,
  orderType,
  listId,
}: StoredTrade) {
  const spec = requireSymbol(symbol)
  const asset = receivedAsset({ side }, spec)
  return {
    symbol,
    id,
    orderId,
    orderListId: listId ?? (orderType === 'oco' ? orderId : -1),
    price: priceText(ticks, spec),
    qty: sizeText(lots, spec),
    quoteQty: quoteText(BigInt(ticks) * BigInt(lots), spec),
    commission: assetText(fee, asset),
    commissionAsset: asset,
    time: at,
    isBuyer: side === 'buy',
    isMaker,
    isBestMatch: true,
  }
}
