import type { Clock } from '@x/kit'
import { accountAsIs } from '../../../exchange/futures/judge.ts'
import type { FuturesInstrument } from '../../../exchange/instruments/Instrument.ts'
import { futuresOrderKey } from '../../../exchange/state/futuresState.ts'
import type { DisplayedMarket } from '../../market-data/ports/DisplayedMarket.ts'
import type { FuturesModule } from '../../futures/module.ts'
import type { TradingService } from '../../trading/ports/TradingService.ts'
import { callWith } from '../callWith.ts'
import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError, dialectErrorOf } from '../errors.ts'
import { illegal, mandatory, type Params } from '../params.ts'
import type { RecentOrders } from '../recentOrders.ts'
import { requiredDecimal } from '../spot/orderRequest.ts'
import { priceText } from '../texts.ts'
import { contractOrderView, isShown, type ContractOrder } from './contractViews.ts'
import { assertTriggerAhead, readContractOrder, type OrderNames } from './orderRequest.ts'

export interface ContractOrderOptions {
  readonly futures: Pick<FuturesModule, 'orders'>
  readonly trading: TradingService
  readonly market: Pick<DisplayedMarket, 'lastTicks'>
  readonly recent: RecentOrders
  readonly clock: Pick<Clock, 'now'>
}

const write = { pool: 'futures', security: 'signed', permission: 'futures', weight: 1 } as const
/** Orders of one call of `batchOrders`. */
const MOST_ORDERS = 5
const MOST_CANCELS = 10

/** Placing, changing and cancelling orders of contracts, over the order service of the page. */
export function contractOrderRoutes(options: ContractOrderOptions): DialectRoute[] {
  const commands = createContractOrders(options)
  return [
    {
      ...write,
      method: 'POST',
      path: '/fapi/v1/order',
      summary: 'Places an order for a contract.',
      isOrder: true,
      socketMethod: 'order.place',
      handler: async (call) => contractOrderView(await commands.place(call)),
    },
    {
      ...write,
      method: 'POST',
      path: '/fapi/v1/order/test',
      summary: 'Reads an order as placing it would, and does nothing.',
      handler: (call) => commands.test(call),
    },
    {
      ...write,
      method: 'PUT',
      path: '/fapi/v1/order',
      summary: 'Changes price and quantity of an open limit order.',
      isOrder: true,
      socketMethod: 'order.modify',
      handler: (call) => commands.amend(call),
    },
    {
      ...write,
      method: 'DELETE',
      path: '/fapi/v1/order',
      summary: 'Cancels an order for a contract.',
      socketMethod: 'order.cancel',
      handler: async (call) => contractOrderView(await commands.cancel(call)),
    },
    {
      ...write,
      method: 'DELETE',
      path: '/fapi/v1/allOpenOrders',
      summary: 'Cancels every open order of a contract.',
      handler: (call) => commands.cancelAll(call),
    },
    ...batchRoutes(commands),
  ]
}

function batchRoutes(commands: ContractOrders): DialectRoute[] {
  return [
    {
      ...write,
      method: 'POST',
      path: '/fapi/v1/batchOrders',
      summary: `Places up to ${MOST_ORDERS} orders, each by itself.`,
      weight: 5,
      isOrder: true,
      orders: (params) => readBatch(params).length,
      checksSymbols: true,
      handler: (call) =>
        oneByOne(readBatch(call.params), async (values) =>
          contractOrderView(await commands.place(callWith(call, values))),
        ),
    },
    {
      ...write,
      method: 'PUT',
      path: '/fapi/v1/batchOrders',
      summary: `Changes up to ${MOST_ORDERS} orders, each by itself.`,
      weight: 5,
      isOrder: true,
      orders: (params) => readBatch(params).length,
      checksSymbols: true,
      handler: (call) =>
        oneByOne(readBatch(call.params), (values) => commands.amend(callWith(call, values))),
    },
    {
      ...write,
      method: 'DELETE',
      path: '/fapi/v1/batchOrders',
      summary: `Cancels up to ${MOST_CANCELS} orders of a contract, each by itself.`,
      handler: (call) =>
        oneByOne(readNames(call.params), async (values) =>
          contractOrderView(
            await commands.cancel(
              callWith(call, new Map([['symbol', call.params.required('symbol')], ...values])),
            ),
          ),
        ),
    },
  ]
}

/** What an order of one address is placed, found and cancelled with. */
export type ContractOrders = ReturnType<typeof createContractOrders>

export function createContractOrders({
  futures: { orders },
  trading,
  market,
  recent,
}: ContractOrderOptions) {
  const { state } = trading.core
  const modeOf = ({ caller }: Pick<DialectCall, 'caller'>) =>
    accountAsIs(state, caller().session).mode

  const priceOf = (contract: FuturesInstrument, by: 'last' | 'mark'): string | undefined => {
    const mark = state.futures.prices.get(contract.id)?.mark
    const ticks = by === 'mark' ? mark : (market.lastTicks(contract.id) ?? mark)
    return ticks ? priceText(ticks, contract) : undefined
  }

  const after = (id: number): ContractOrder => {
    const order = state.futures.orders.get(id) ?? recent.contractOrder(id)
    if (!order) throw new DialectError('TIMEOUT')
    return order
  }

  /** @throws DialectError -2011 */
  function requireOpen({ params, caller }: DialectCall, names = ORDER_REFERENCE): ContractOrder {
    const contract = params.has('symbol') ? params.contract() : undefined
    const { realm, userId } = caller().session
    const id = params.integer(names.id)
    const clientOid = params.text(names.clientId)
    if (id === undefined && clientOid === undefined) throw mandatory(names.id)
    const order =
      id === undefined
        ? state.futures.openOrder(futuresOrderKey({ realm, userId, clientOid: clientOid ?? '' }))
        : state.futures.orders.get(id)
    const isOwn = order?.realm === realm && order.userId === userId
    if (!order || !isOwn || !isShown(order) || (contract && order.symbol !== contract.id))
      throw new DialectError('CANCEL_REJECTED')
    return order
  }

  return {
    requireOpen,
    after,
    async place(call: DialectCall, names?: OrderNames): Promise<ContractOrder> {
      const who = call.caller()
      const contract = call.params.contract()
      const order = readContractOrder(call.params, { mode: modeOf(call), ...(names && { names }) })
      const { clientOid } = order.request
      if (clientOid && state.keys.has(futuresOrderKey({ ...who.session, clientOid })))
        throw new DialectError('DUPLICATE_CLIENT_ID')
      const { orderId } = await orders.place(who.session, order.request, {
        beforeTaking() {
          who.assertInTime()
          assertTriggerAhead(order, (by) => priceOf(contract, by))
        },
      })
      return after(Number(orderId))
    },
    test(call: DialectCall) {
      const contract = call.params.contract()
      const order = readContractOrder(call.params, { mode: modeOf(call) })
      assertTriggerAhead(order, (by) => priceOf(contract, by))
      return {}
    },
    async amend(call: DialectCall) {
      const { params, caller } = call
      const order = requireOpen(call)
      const who = caller()
      const [price, size] = [requiredDecimal(params, 'price'), requiredDecimal(params, 'quantity')]
      if (params.text('side') !== undefined && params.text('side') !== order.side.toUpperCase())
        throw new DialectError('BAD_COMBINATION', 'The side of an order cannot be changed.')
      who.assertInTime()
      await orders.amend(who.session, { orderId: String(order.id), price, size })
      return contractOrderView(after(order.id))
    },
    async cancel(call: DialectCall, names = ORDER_REFERENCE): Promise<ContractOrder> {
      const order = requireOpen(call, names)
      const who = call.caller()
      who.assertInTime()
      await orders.cancel(who.session, { orderId: String(order.id) })
      return after(order.id)
    },
    async cancelAll({ params, caller }: DialectCall) {
      const { symbol } = params.contract()
      const who = caller()
      who.assertInTime()
      await orders.cancelAll(who.session, { symbol })
      return { code: 200, msg: 'The operation of cancel all open order is done.' }
    },
  }
}

/** Names of the parameters by which an order is named. */
export const ORDER_REFERENCE = { id: 'orderId', clientId: 'origClientOrderId' }

type Values = ReadonlyMap<string, string>

/** Each answers by itself: what is refused does not stop the next one. */
async function oneByOne(
  all: readonly Values[],
  run: (values: Values) => Promise<unknown>,
): Promise<unknown[]> {
  const answers: unknown[] = []
  for (const values of all) {
    try {
      // They are placed in the order in which they were sent.
      // oxlint-disable-next-line no-await-in-loop
      answers.push(await run(values))
    } catch (error) {
      const known = dialectErrorOf(error, 'futures')
      if (!known) throw error
      answers.push({ code: known.code, msg: known.message })
    }
  }
  return answers
}

/** @throws DialectError -1100, -1102, -4082 */
function readBatch(params: Params): readonly Values[] {
  const rows = readJsonList(params, 'batchOrders')
  if (rows.length === 0 || rows.length > MOST_ORDERS) throw new DialectError('BATCH_SIZE')
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw illegal('batchOrders')
    return new Map(Object.entries(row).flatMap(textOf))
  })
}

function textOf([name, value]: readonly [string, unknown]): (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value === 'number' || typeof value === 'boolean') return [[name, String(value)]]
  if (value === null) return []
  throw illegal('batchOrders')
}

/** Clients spell the lists in two ways. */
const ID_LISTS = ['orderIdList', 'orderidlist']
const NAME_LISTS = ['origClientOrderIdList', 'origclientorderidlist']

/** The orders that a list of numbers, or of a client's names, names. */
function readNames(params: Params): readonly Values[] {
  const byId = ID_LISTS.find((name) => params.has(name))
  const list = readJsonList(
    params,
    byId ?? NAME_LISTS.find((name) => params.has(name)) ?? 'orderIdList',
  )
  if (list.length === 0 || list.length > MOST_CANCELS) throw new DialectError('BATCH_SIZE')
  return list.map((each) => {
    if (typeof each !== 'string' && typeof each !== 'number') throw illegal('orderIdList')
    return new Map([[byId === undefined ? 'origClientOrderId' : 'orderId', String(each)]])
  })
}

function readJsonList(params: Params, name: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(params.required(name))
    if (Array.isArray(value)) return value
  } catch (error) {
    if (error instanceof DialectError) throw error
  }
  throw illegal(name)
}
