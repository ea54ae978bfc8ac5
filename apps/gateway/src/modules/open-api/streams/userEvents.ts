import type { Realm } from '@x/api'
import { spotOwner } from '../../../exchange/accounts/owner.ts'
import { requireSymbol } from '../../../exchange/instruments/symbols.ts'
import type { Effects } from '../../../exchange/state/effects.ts'
import { receivedAsset, type DoneFill, type SpotOrder } from '../../../exchange/state/order.ts'
import { isArmed, isOpen } from '../../../exchange/state/order.ts'
import { assetText, priceText, quoteText, sizeText } from '../texts.ts'
import { fundsOf } from '../createOrderReader.ts'
import { orderFields, orderListView, representsList } from '../spot/orderViews.ts'
import type { StreamProduct } from './streamName.ts'

/** The account whose events are wanted, and of which product. */
export interface EventOwner {
  readonly realm: Realm
  readonly userId: string
  readonly product: StreamProduct
}

/** Who reads them: they end with the key. */
export interface StreamReader extends EventOwner {
  readonly apiKey: string
}

export interface EventOptions {
  readonly owner: EventOwner
  readonly now: number
  /** An order as it was before; `undefined` for a new one. */
  readonly before: (id: number) => Readonly<SpotOrder> | undefined
}

/** What one record did to an account, as events of the user data stream, in their order. */
export function userEvents(effects: Effects, { owner, now, before }: EventOptions): object[] {
  const isOwn = (order: Readonly<SpotOrder>) =>
    order.realm === owner.realm && order.userId === owner.userId && fundsOf(order) === 'spot'
  const reports = effects.orders.filter(isOwn).flatMap((order) =>
    reportsOf(order, {
      now,
      at: effects.at,
      before: before(order.id),
      fills: effects.fills.filter((fill) => fill.order.id === order.id),
    }),
  )
  return [...reports, ...balanceEvents(effects, { owner, now })]
}

interface ReportOptions {
  readonly now: number
  /** The time of the command. */
  readonly at: number
  readonly before: Readonly<SpotOrder> | undefined
  readonly fills: readonly DoneFill[]
}

function reportsOf(order: Readonly<SpotOrder>, options: ReportOptions): object[] {
  const { at, before, fills, now } = options
  const reports: object[] = []
  const report = (execution: Execution) => reports.push(executionReport(order, execution))
  const traded = fills.reduce((sum, { lots }) => sum + lots, 0)
  const earlier = fills.reduce(
    (sum, { ticks, lots }) => sum - BigInt(ticks) * BigInt(lots),
    order.filledTickLots,
  )
  const start = { now, at, filled: order.filledLots - traded, quote: earlier }
  const isPending = order.phase === 'pending'
  if (!before) report({ ...start, type: 'NEW', status: isPending ? 'PENDING_NEW' : 'NEW' })
  else if (before.phase === 'pending' && !isPending)
    report({ ...start, type: 'NEW', status: 'NEW' })
  else if (order.firedAt === at && before.firedAt === undefined)
    report({ ...start, type: 'NEW', status: 'NEW' })
  else if (before.lots !== order.lots || before.ticks !== order.ticks)
    report({ ...start, type: 'REPLACED' })
  let { filled, quote } = start
  for (const fill of fills) {
    filled += fill.lots
    quote += BigInt(fill.ticks) * BigInt(fill.lots)
    const isLast = filled === order.filledLots && order.status === 'filled'
    const status = isLast ? 'FILLED' : 'PARTIALLY_FILLED'
    report({ ...start, type: 'TRADE', status, filled, quote, fill })
  }
  if (order.status === 'cancelled') {
    const { status } = orderFields(order)
    report({ ...start, type: status, status, filled, quote })
  }
  if (representsList(order) && isListChanged(order, before))
    reports.push(listStatus(order, { now }))
  return reports
}

/** An OCO order is reported at each change; a list of one order after another begins and ends. */
function isListChanged(
  order: Readonly<SpotOrder>,
  before: Readonly<SpotOrder> | undefined,
): boolean {
  if (!before) return true
  return order.status !== before.status && (order.list === undefined || !isOpen(order))
}

interface Execution {
  readonly type: string
  /** Default: the order's. */
  readonly status?: string
  readonly now: number
  readonly at: number
  readonly filled: number
  readonly quote: bigint
  readonly fill?: DoneFill
}

function executionReport(order: Readonly<SpotOrder>, execution: Execution): object {
  const { type, now, at, filled, quote, fill } = execution
  const spec = requireSymbol(order.symbol)
  const fields = orderFields(order)
  const isCancel = type === 'CANCELED'
  const { stopPrice = priceText(0, spec) } = fields as { readonly stopPrice?: string }
  return {
    e: 'executionReport',
    E: now,
    s: order.symbol,
    c: isCancel ? `c${order.id}` : order.clientOid,
    S: fields.side,
    o: fields.type,
    f: fields.timeInForce,
    q: fields.origQty,
    p: fields.price,
    P: stopPrice,
    F: sizeText(0, spec),
    g: fields.orderListId,
    C: isCancel ? order.clientOid : '',
    x: type,
    X: execution.status ?? fields.status,
    r: 'NONE',
    i: order.id,
    l: sizeText(fill?.lots ?? 0, spec),
    z: sizeText(filled, spec),
    L: priceText(fill?.ticks ?? 0, spec),
    n: fill ? assetText(fill.fee, receivedAsset(order, spec)) : '0',
    N: fill ? receivedAsset(order, spec) : null,
    T: at,
    t: fill?.id ?? -1,
    I: fill?.id ?? order.id,
    w: !isArmed(order) && order.phase === undefined,
    m: fill?.role === 'maker',
    M: false,
    O: order.createdAt,
    Z: quoteText(quote, spec),
    Y: quoteText(fill ? BigInt(fill.ticks) * BigInt(fill.lots) : 0n, spec),
    Q: fields.origQuoteOrderQty,
    W: order.createdAt,
    V: fields.selfTradePreventionMode,
  }
}

function listStatus(order: Readonly<SpotOrder>, { now }: { readonly now: number }): object {
  const list = orderListView(order)
  return {
    e: 'listStatus',
    E: now,
    s: order.symbol,
    g: list.orderListId,
    c: list.contingencyType,
    l: list.listStatusType,
    L: list.listOrderStatus,
    r: 'NONE',
    C: list.listClientOrderId,
    T: list.transactionTime,
    O: list.orders.map(({ symbol, orderId, clientOrderId }) => ({
      s: symbol,
      i: orderId,
      c: clientOrderId,
    })),
  }
}

function balanceEvents(
  effects: Effects,
  { owner, now }: { readonly owner: EventOwner; readonly now: number },
): object[] {
  const accounts = effects.accounts.filter(
    ({ realm, owner: of }) => realm === owner.realm && of === spotOwner(owner.userId),
  )
  if (accounts.length === 0) return []
  const moved = effects.transfers.flatMap(({ fromUserId, toUserId, asset, amount }) => {
    if (owner.realm !== 'live') return []
    const sign = toUserId === owner.userId ? '' : fromUserId === owner.userId ? '-' : undefined
    if (sign === undefined) return []
    const delta = sign + assetText(amount, asset)
    return [{ e: 'balanceUpdate', E: now, a: asset, d: delta, T: effects.at }]
  })
  return [
    {
      e: 'outboundAccountPosition',
      E: now,
      u: effects.at,
      B: accounts.map(({ asset, balance, held }) => ({
        a: asset,
        f: assetText(balance - held, asset),
        l: assetText(held, asset),
      })),
    },
    ...moved,
  ]
}
