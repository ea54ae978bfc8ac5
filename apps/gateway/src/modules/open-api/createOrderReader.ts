import type { Clock } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { RequestSession } from '../../platform/http/route.ts'
import { orderKey } from '../../exchange/state/ExchangeView.ts'
import type { FuturesFill } from '../../exchange/state/futuresOrder.ts'
import { futuresOrderIdOf } from '../futures/ports/queries.ts'
import { secondOf } from '../../exchange/spot/orderLists.ts'
import { ledgerCaughtUp } from '../trading/ports/ledgerReads.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import { DialectError } from './errors.ts'
import { mandatory, type Params } from './params.ts'
import { contractFills, endedContractOrders } from './futures/contractQueries.ts'
import { isShown, openContractOrders, type ContractOrder } from './futures/contractViews.ts'
import {
  isForward,
  listNamed,
  orderNamed,
  ordersOf,
  tradesOf,
  type StoredTrade,
  type OrderFunds,
  type Wanted,
} from './orderQueries.ts'
import type { RecentOrders } from './recentOrders.ts'
import { isNamed, limitLegName, numbered, readName, type OrderName } from './spot/orderName.ts'
import { representsList, type AnyOrder } from './spot/orderViews.ts'

type Page = Omit<Wanted, 'realm' | 'userId'>

/** Finds orders in memory, among those that ended a moment ago, and in the ledger. */
export interface OrderReader {
  /** The order that a call names. @throws DialectError -1102, -2013 */
  find(session: RequestSession, params: Params): Promise<AnyOrder>
  /** The same of open orders only; `undefined` where there is none. */
  findOpen(session: RequestSession, params: Params): AnyOrder | undefined
  /** The open order that represents the list that a call names; `undefined`: there is none. */
  findOpenList(session: RequestSession, params: Params): AnyOrder | undefined
  /** The same of a list, open or ended. @throws DialectError -1102, -2013 */
  findList(session: RequestSession, params: Params): Promise<AnyOrder>
  /** After a command about it was confirmed. */
  after(id: number): AnyOrder | undefined
  open(session: RequestSession, symbol: string | undefined): readonly AnyOrder[]
  page(session: RequestSession, page: Page): Promise<readonly AnyOrder[]>
  trades(session: RequestSession, page: Page): Promise<readonly StoredTrade[]>
  /** The order for a contract that a call names. @throws DialectError -1102, -2013 */
  findContract(session: RequestSession, named: NamedContractOrder): Promise<ContractOrder>
  /** Open orders of a contract, by its id, or of all. */
  openContracts(session: RequestSession, id: string | undefined): readonly ContractOrder[]
  /** Orders of contracts, open and ended, ascending. */
  contractOrders(session: RequestSession, page: Page): Promise<readonly ContractOrder[]>
  contractTrades(session: RequestSession, page: Page): Promise<readonly FuturesFill[]>
  /** Resolves once the ledger has what was confirmed before. */
  settled(): Promise<void>
}

/** A call that names an order for a contract, and how it spells the name. */
export interface NamedContractOrder {
  readonly params: Params
  readonly names: { readonly id: string; readonly clientId: string }
}

interface ReaderOptions {
  /** Orders of these funds alone are found. Default: those of the spot account. */
  readonly funds?: OrderFunds
  readonly db: Database
  readonly clock: Pick<Clock, 'after'>
  readonly trading: TradingService
  readonly recent: RecentOrders
}

export function createOrderReader(options: ReaderOptions): OrderReader {
  const { db, clock, trading, recent, funds = 'spot' } = options
  const { state } = trading.core

  function openNamed(session: RequestSession, name: OrderName): AnyOrder | undefined {
    const under = (clientOid: string | undefined) =>
      clientOid === undefined ? undefined : state.openOrder(orderKey({ ...session, clientOid }))
    const found =
      name.id === undefined
        ? [under(name.clientOid), under(limitLegName(name))]
        : [state.orders.get(name.id)]
    return found.map((order) => isOwn(order, session)).find((order) => isNamed(order, name))
  }

  async function stored(session: RequestSession, name: OrderName) {
    await ledgerCaughtUp({ db, trading, clock })
    const { realm, userId } = session
    const owned = { realm, userId, funds }
    const under = async (clientOid: string | undefined) =>
      clientOid === undefined ? undefined : orderNamed(db, { ...owned, clientOid })
    const found =
      name.id === undefined
        ? [await under(name.clientOid), await under(limitLegName(name))]
        : await ordersOf(db, { ...owned, orderId: name.id, limit: 1 })
    return found.find((order) => isNamed(order, name))
  }

  const isOwn = (
    order: (AnyOrder & { readonly realm: string; readonly userId: string }) | undefined,
    { realm, userId }: RequestSession,
  ) =>
    order?.realm === realm && order.userId === userId && fundsOf(order) === funds
      ? order
      : undefined

  const known = async (session: RequestSession, name: OrderName) => {
    const late = name.id === undefined ? undefined : isOwn(recent.order(name.id), session)
    return (
      openNamed(session, name) ?? (isNamed(late, name) ? late : undefined) ?? stored(session, name)
    )
  }

  function openList({ realm, userId }: RequestSession, { id, clientOid }: OrderName) {
    return [...state.ordersOf(realm, userId)].find((order) => {
      if (!representsList(order) || fundsOf(order) !== funds) return false
      const { list } = order
      return list
        ? list.id === id || list.clientOid === clientOid
        : order.id === id || order.clientOid === clientOid
    })
  }

  /** By a name that no order has: that of a list. */
  async function storedList({ realm, userId }: RequestSession, name: string | undefined) {
    return name === undefined ? undefined : listNamed(db, { realm, userId, funds, clientOid: name })
  }

  return {
    findOpenList: (session, params) => openList(session, readName(params)),
    async findList(session, params) {
      const name = readName(params)
      const open = openList(session, name)
      if (open) return open
      const found = (await known(session, name)) ?? (await storedList(session, name.clientOid))
      const order = found?.list ? await known(session, numbered(secondOf(found.list))) : found
      if (!order || !representsList(order))
        throw new DialectError('NO_SUCH_ORDER', 'Order list does not exist.')
      return order
    },
    async find(session, params) {
      const order = await known(session, readName(params))
      const symbol = params.text('symbol')
      if (!order || (symbol !== undefined && order.symbol !== symbol))
        throw new DialectError('NO_SUCH_ORDER')
      return order
    },
    findOpen(session, params) {
      const order = openNamed(session, readName(params))
      const symbol = params.text('symbol')
      return order && (symbol === undefined || order.symbol === symbol) ? order : undefined
    },
    after: (id) => state.orders.get(id) ?? recent.order(id),
    open: ({ realm, userId }, symbol) =>
      [...state.ordersOf(realm, userId)]
        .filter(
          (order) => fundsOf(order) === funds && (symbol === undefined || order.symbol === symbol),
        )
        .sort((a, b) => a.id - b.id),
    async page({ realm, userId }, page) {
      await ledgerCaughtUp({ db, trading, clock })
      return ordersOf(db, { realm, userId, funds, ...page })
    },
    async trades({ realm, userId }, page) {
      await ledgerCaughtUp({ db, trading, clock })
      return tradesOf(db, { realm, userId, funds, ...page })
    },
    ...createContractReader(options),
  }
}

type ContractOrderName = Pick<OrderName, 'id' | 'clientOid'>

type ContractReader = Pick<
  OrderReader,
  'findContract' | 'openContracts' | 'contractOrders' | 'contractTrades' | 'settled'
>

function createContractReader({ db, clock, trading, recent }: ReaderOptions): ContractReader {
  const { state } = trading.core
  const open = (session: RequestSession, id: string | undefined) =>
    openContractOrders(state, session).filter(({ symbol }) => (id ?? symbol) === symbol)

  async function stored(session: RequestSession, { id, clientOid }: ContractOrderName) {
    await ledgerCaughtUp({ db, trading, clock })
    const { realm, userId } = session
    const named = id ?? (await futuresOrderIdOf(db, { realm, userId, clientOid: clientOid ?? '' }))
    if (named === undefined) return undefined
    const wanted = { realm, userId, orderId: Number(named), limit: 1 }
    const [order] = await endedContractOrders(db, wanted)
    return order
  }

  return {
    async findContract(session, { params, names }) {
      const contract = params.has('symbol') ? params.contract() : undefined
      const name = { id: params.integer(names.id), clientOid: params.text(names.clientId) }
      if (name.id === undefined && name.clientOid === undefined) throw mandatory(names.id)
      const known =
        open(session, undefined).find((order) =>
          name.id === undefined ? order.clientOid === name.clientOid : order.id === name.id,
        ) ?? (name.id === undefined ? undefined : recent.contractOrder(name.id))
      const isOwn = known?.realm === session.realm && known.userId === session.userId
      const order = isOwn && isShown(known) ? known : await stored(session, name)
      if (!order || (contract && order.symbol !== contract.id))
        throw new DialectError('NO_SUCH_ORDER')
      return order
    },
    openContracts: open,
    async contractOrders(session, page) {
      await ledgerCaughtUp({ db, trading, clock })
      const { realm, userId } = session
      const ended = await endedContractOrders(db, { realm, userId, ...page })
      const isWanted = ({ id, createdAt }: ContractOrder) =>
        id >= (page.fromId ?? 0) &&
        createdAt >= (page.start ?? 0) &&
        createdAt <= (page.end ?? Infinity)
      const all = [...ended, ...open(session, page.symbol).filter(isWanted)].sort(
        (a, b) => a.id - b.id,
      )
      return isForward({ realm, userId, ...page })
        ? all.slice(0, page.limit)
        : all.slice(-page.limit)
    },
    async contractTrades({ realm, userId }, page) {
      await ledgerCaughtUp({ db, trading, clock })
      return contractFills(db, { realm, userId, ...page })
    },
    settled: () => ledgerCaughtUp({ db, trading, clock }),
  }
}

/** `undefined` for orders of copy trading, which no call shows. */
export const fundsOf = ({
  owner,
  account,
}: Pick<AnyOrder, 'owner' | 'account'>): OrderFunds | undefined =>
  owner === undefined ? (account ?? 'spot') : undefined
