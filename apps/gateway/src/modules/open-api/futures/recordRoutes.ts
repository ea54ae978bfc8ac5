import { formatUnits } from '@x/decimal'
import { marginText } from '../../futures/ports/contracts.ts'
import { scaleOf } from '../../../exchange/instruments/symbols.ts'
import type { Database } from '../../../platform/db/Database.ts'
import type { OrderReader } from '../createOrderReader.ts'
import type { DialectCall, DialectRoute } from '../dialectRoute.ts'
import { DialectError } from '../errors.ts'
import type { Params } from '../params.ts'
import type { BillRow } from '../../futures/ports/recordQueries.ts'
import { billsBetween } from './contractQueries.ts'
import { contractById, contractOrderView, contractTradeView, isWaiting } from './contractViews.ts'
import { ORDER_REFERENCE } from './orderRoutes.ts'

export interface ContractRecordOptions {
  readonly reader: OrderReader
  readonly db: Database
}

const read = { method: 'GET', pool: 'futures', security: 'signed', permission: 'read' } as const
const [DEFAULT_ROWS, MOST_ROWS] = [500, 1_000]
const [DEFAULT_INCOME, DEFAULT_FORCED, MOST_FORCED] = [100, 50, 100]
/** Furthest apart that a call may ask for. */
const MOST_DAYS_MS = 7 * 86_400_000

/** Orders, trades and changes of the wallet of the key's account. */
export function contractRecordRoutes(options: ContractRecordOptions): DialectRoute[] {
  return [
    ...orderRecordRoutes(options),
    ...tradeRecordRoutes(options),
    ...walletRecordRoutes(options),
  ]
}

function orderRecordRoutes({ reader }: ContractRecordOptions): DialectRoute[] {
  const find = async ({ params, caller }: DialectCall) =>
    reader.findContract(caller().session, { params, names: ORDER_REFERENCE })
  return [
    {
      ...read,
      path: '/fapi/v1/order',
      summary: 'One order for a contract, open or ended.',
      weight: 1,
      socketMethod: 'order.status',
      handler: async (call) => contractOrderView(await find(call)),
    },
    {
      ...read,
      path: '/fapi/v1/openOrder',
      summary: 'One open order for a contract.',
      weight: 1,
      handler: async (call) => {
        const order = await find(call)
        if (order.status === 'filled' || order.status === 'cancelled')
          throw new DialectError('NO_SUCH_ORDER')
        return contractOrderView(order)
      },
    },
    {
      ...read,
      path: '/fapi/v1/openOrders',
      summary: 'The open orders for contracts.',
      weight: (params) => (params.has('symbol') ? 1 : 40),
      handler: ({ params, caller }) => {
        const id = params.has('symbol') ? params.contract().id : undefined
        return reader.openContracts(caller().session, id).map(contractOrderView)
      },
    },
    {
      ...read,
      path: '/fapi/v1/allOrders',
      summary: 'Orders for a contract, open and ended, by their numbers.',
      weight: 5,
      handler: async ({ params, caller }) => {
        const page = await reader.contractOrders(caller().session, readPageOf(params, 'orderId'))
        return page.map(contractOrderView)
      },
    },
  ]
}

function tradeRecordRoutes({ reader }: ContractRecordOptions): DialectRoute[] {
  return [
    {
      ...read,
      path: '/fapi/v1/userTrades',
      summary: 'The trades of the account in a contract.',
      weight: 5,
      handler: async ({ params, caller }) => {
        const page = readPageOf(params, 'fromId')
        const orderId = params.integer('orderId')
        const trades = await reader.contractTrades(caller().session, { ...page, orderId })
        return trades.map(contractTradeView)
      },
    },
    {
      ...read,
      path: '/fapi/v1/forceOrders',
      summary: 'Orders by which the exchange liquidated the account.',
      weight: (params) => (params.has('symbol') ? 20 : 50),
      handler: forceOrders(reader),
    },
  ]
}

function forceOrders(reader: OrderReader) {
  return async ({ params, caller }: DialectCall) => {
    const kind = params.oneOf('autoCloseType', ['LIQUIDATION', 'ADL'])
    // Deleveraging closes positions without an order.
    if (kind === 'ADL') return []
    const symbol = params.has('symbol') ? params.contract().id : undefined
    const limit = params.integer('limit', { least: 1, most: MOST_FORCED, isCapped: true })
    const page = await reader.contractOrders(caller().session, {
      symbol,
      ...readWindow(params),
      limit: MOST_ROWS,
    })
    const forced = page.filter((order) => order.orderType === 'liquidation' && !isWaiting(order))
    return forced.slice(-(limit ?? DEFAULT_FORCED)).map(contractOrderView)
  }
}

function walletRecordRoutes({ db, reader }: ContractRecordOptions): DialectRoute[] {
  return [
    {
      ...read,
      path: '/fapi/v1/income',
      summary: 'Changes of the futures wallet: fees, results, funding, transfers.',
      weight: 30,
      handler: async ({ params, caller }) => {
        const { realm, userId } = caller().session
        const type = params.oneOf('incomeType', INCOME_TYPES)
        await reader.settled()
        const bills = await billsBetween(db, {
          realm,
          userId,
          symbol: params.has('symbol') ? params.contract().id : undefined,
          kinds: kindsOf(type),
          ...readWindow(params),
          limit: readLimit(params, DEFAULT_INCOME),
        })
        return bills.map(incomeView)
      },
    },
    {
      ...read,
      path: '/fapi/v1/positionMargin/history',
      summary: 'Margin that was added to an isolated position, or taken out of it.',
      weight: 1,
      handler: async ({ params, caller }) => {
        const { realm, userId } = caller().session
        const contract = params.contract()
        const type = params.integer('type', { least: 1, most: 2 })
        await reader.settled()
        const bills = await billsBetween(db, {
          realm,
          userId,
          symbol: contract.id,
          // What leaves the wallet is added to the position.
          kinds: type === undefined ? ['margin_out', 'margin_in'] : [MARGIN_KINDS[type - 1] ?? ''],
          ...readWindow(params),
          limit: readLimit(params, DEFAULT_ROWS),
        })
        return bills.map((bill) => marginChangeView(bill))
      },
    },
  ]
}

const MARGIN_KINDS = ['margin_out', 'margin_in']

function marginChangeView({ symbol, kind, amount, asset, at }: BillRow) {
  const atoms = BigInt(amount)
  const contract = contractById(symbol ?? '')
  return {
    symbol: contract.symbol,
    type: MARGIN_KINDS.indexOf(kind) + 1,
    deltaType: 'USER_ADJUST',
    amount: marginText(atoms < 0n ? -atoms : atoms, contract),
    asset,
    time: Number(at),
    positionSide: 'BOTH',
  }
}

/** Kinds of bills, and what they are there; margin that goes to a position stays the user's. */
const INCOME_OF: Readonly<Record<string, string>> = {
  transfer_in: 'TRANSFER',
  transfer_out: 'TRANSFER',
  fee: 'COMMISSION',
  realised_pnl: 'REALIZED_PNL',
  settling: 'REALIZED_PNL',
  adl: 'REALIZED_PNL',
  funding: 'FUNDING_FEE',
  liquidation_fee: 'INSURANCE_CLEAR',
  fund_payment: 'INSURANCE_CLEAR',
  grant: 'WELCOME_BONUS',
  reset: 'INTERNAL_TRANSFER',
}
const INCOME_TYPES = [
  'TRANSFER',
  'COMMISSION',
  'REALIZED_PNL',
  'FUNDING_FEE',
  'INSURANCE_CLEAR',
  'WELCOME_BONUS',
  'INTERNAL_TRANSFER',
] as const

const kindsOf = (type: string | undefined): readonly string[] =>
  Object.keys(INCOME_OF).filter((kind) => type === undefined || INCOME_OF[kind] === type)

function incomeView({ seq, part, line, asset, kind, amount, symbol, reference, at }: BillRow) {
  const incomeType = INCOME_OF[kind] ?? kind
  const isTrade = incomeType === 'COMMISSION' || incomeType === 'REALIZED_PNL'
  return {
    symbol: symbol === null ? '' : contractById(symbol).symbol,
    incomeType,
    income: formatUnits(BigInt(amount), scaleOf(asset), { trim: true }),
    asset,
    info: reference ?? '',
    time: Number(at),
    // The number of the record, of its part and of its line in one.
    tranId: Number(seq) * 1_000_000 + ((part * 1_000 + line) % 1_000_000),
    tradeId: isTrade ? (reference ?? '') : '',
  }
}

/** Pages of orders and trades: from a number on, in a window, or the latest. */
export function readPageOf(params: Params, from: string) {
  return {
    symbol: params.contract().id,
    fromId: params.integer(from),
    ...readWindow(params),
    limit: readLimit(params, DEFAULT_ROWS),
  }
}

/** @throws DialectError -1127 */
function readWindow(params: Params) {
  const [start, end] = [params.integer('startTime'), params.integer('endTime')]
  if (start !== undefined && end !== undefined && (end < start || end - start > MOST_DAYS_MS))
    throw new DialectError('LOOKUP_TOO_LONG', 'More than 7 days between startTime and endTime.')
  return { start, end }
}

const readLimit = (params: Params, fallback: number): number =>
  params.integer('limit', { least: 1, most: MOST_ROWS, isCapped: true }) ?? fallback
