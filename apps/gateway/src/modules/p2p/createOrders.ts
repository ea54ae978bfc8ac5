import type { api, P2pOrder, P2pOrderDetail, P2pOrderRow, Page, RequestOf } from '@x/api'
import { P2P_FEE } from '@x/trading'
import { parseUnits } from '@x/decimal'
import { p2pKey, PRICE_DECIMALS } from '../../exchange/products/p2p.ts'
import type { P2pOrderCommand } from '../../exchange/state/p2pCommand.ts'
import {
  dumpP2pOrder,
  ORDER_TABLE,
  type P2pAdvert,
  type P2pOrderDump,
  type P2pOrderEvent,
  type P2pOrderStatus,
} from '../../exchange/state/p2pState.ts'
import { invalidParameter } from '../../platform/http/envelope.ts'
import { pageOf, readPage } from '../../platform/http/page.ts'
import { readClientOid, required } from '../../platform/http/requestFields.ts'
import { GatewayError, type RequestSession } from '../../platform/http/route.ts'
import { createIdempotency } from '../trading/ports/idempotency.ts'
import type { P2pContext } from './context.ts'
import type { Payments } from './createPayments.ts'
import type { Profiles } from './createProfiles.ts'
import { plainText, readAsked, readNumber, readUnits } from './p2pInput.ts'
import { p2pOrderView } from './ports/p2pViews.ts'
import { namesOf, orderById, ordersOf } from './queries.ts'

const CURSOR = /^\d{1,16}$/
/** A price that follows the index may be this much worse than the one that was shown. */
const MOST_SLIP_BP = 50n
const WHOLE_BP = 10_000n
const FEE_BP = Number(parseUnits(P2P_FEE.buyer, 2))

type Create = RequestOf<typeof api.p2p.createOrder>

/** Orders of users (products 2). */
export interface P2pOrders {
  /** @throws GatewayError 00004, 00006, 40010, 40201, 40205, 40240, 40241, 40301, 40302, 40401 */
  create(session: RequestSession, params: Create): Promise<P2pOrder>
  /** Repeated it answers the same. @throws GatewayError 00006, 40241, 40401 */
  change(
    session: RequestSession,
    options: {
      readonly event: Exclude<P2pOrderEvent, 'expire' | 'rule' | 'release'>
      readonly orderId: string
      readonly reason?: string
    },
  ): Promise<P2pOrder>
  /** @throws GatewayError 00005, 00006, 40241, 40302, 40401 */
  release(session: RequestSession, params: RequestOf<typeof api.p2p.release>): Promise<P2pOrder>
  list(
    session: RequestSession,
    params: RequestOf<typeof api.p2p.orders>,
  ): Promise<Page<P2pOrderRow>>
  /** @throws GatewayError 40401 */
  detail(session: RequestSession, orderId: string): Promise<P2pOrderDetail>
  /** An order of the user, open or not. @throws GatewayError 40401 */
  ofParty(userId: string, orderId: string): Promise<P2pOrderDump>
  /** @throws GatewayError 40010, 40241, 40401 */
  rule(operator: string, params: RequestOf<typeof api.p2p.rule>): Promise<null>
  /** Ends orders whose time to pay is over. */
  expire(): void
}

interface Parts extends P2pContext {
  readonly payments: Payments
  readonly profiles: Profiles
}

/** What an order is after an event; a repeated request finds it there. */
const AFTER: Readonly<Partial<Record<P2pOrderEvent, P2pOrderStatus>>> = {
  paid: 'paid',
  cancel: 'cancelled',
  release: 'released',
  appeal: 'appealed',
}

export function createOrders(parts: Parts): P2pOrders {
  const { trading, clock } = parts
  const { service } = trading
  return {
    create: (session, params) => create(parts, { session, params }),
    change: ({ userId }, { orderId, ...event }) => change(parts, { userId, orderId, ...event }),
    async release(session, { orderId, verifyToken }) {
      const { userId, sessionId } = session
      const order = await ofParty(parts, { userId, orderId })
      if (order.seller !== userId) throw unknownOrder()
      if (order.status === 'paid' || order.status === 'appealed') {
        await parts.assertMayTrade(session)
        await parts.stepUp.spend(verifyToken, { sessionId, action: 'p2pRelease' })
      }
      return change(parts, { userId, orderId, event: 'release' })
    },
    list: ({ userId }, params) => listPage(parts, { userId, params }),
    detail: ({ userId }, orderId) => detailOf(parts, { userId, orderId }),
    ofParty: (userId, orderId) => ofParty(parts, { userId, orderId }),
    async rule(userId, { orderId: text, outcome, reason: written }) {
      const orderId = readNumber(text)
      const reason = plainText(written)
      if (reason === '') throw invalidParameter('reason', 'A ruling says why')
      const command = { kind: 'p2pOrder', event: 'rule', orderId, userId, outcome } as const
      service.run({ ...command, at: clock.now(), reason })
      return service.confirm(null)
    },
    expire() {
      const at = clock.now()
      for (const { id: orderId, status, expiresAt } of service.core.state.p2p.orders.values())
        if (status === 'awaitingPayment' && expiresAt <= at)
          service.run({ kind: 'p2pOrder', event: 'expire', at, orderId })
    },
  }
}

async function create(
  parts: Parts,
  { session, params }: { readonly session: RequestSession; readonly params: Create },
): Promise<P2pOrder> {
  const { trading, assertMayTrade } = parts
  const { service, guard } = trading
  const { userId } = session
  const clientOid = required(readClientOid(params), 'clientOid')
  const { advertId, version, price, amount, total, methodIds = [] } = params
  const digest = JSON.stringify([advertId, version, price, amount, total, methodIds])
  const request = { key: p2pKey({ userId, clientOid }), digest }
  const { isUsed } = createIdempotency({
    keys: service.core.state.keys,
    what: 'P2P order',
    answerOf: () => undefined,
  })
  if (!isUsed(request)) {
    await assertMayTrade(session)
    guard.takeTransfer(session)
    const methods = await sellerMethods(parts, { userId, params })
    service.assertCapacity()
    // Of two copies at once the second finds what the first one left.
    if (!isUsed(request)) runTake(parts, { params, userId, clientOid, digest, methods })
  }
  const answer = service.core.state.keys.get(request.key)?.answer
  if (!answer || !('transferId' in answer))
    throw new GatewayError('00006', 'The order could not be read')
  const order = await ofParty(parts, { userId, orderId: answer.transferId })
  return service.confirm(p2pOrderView(order, userId))
}

function advertOf({ trading }: Parts, text: string): Readonly<P2pAdvert> {
  const advert = trading.service.core.state.p2p.adverts.get(readNumber(text))
  if (advert?.status !== 'online') throw new GatewayError('40401', 'There is no such advert')
  return advert
}

/** How a taker who sells is paid: ways that the buyer named. */
async function sellerMethods(
  parts: Parts,
  { userId, params }: { readonly userId: string; readonly params: Create },
): Promise<readonly number[]> {
  const { side, terms } = advertOf(parts, params.advertId)
  if (side === 'sell') return []
  const own = await parts.payments.chosen(userId, params.methodIds ?? [])
  if (own.some(({ type }) => !terms.methods.includes(type)))
    throw invalidParameter('methodIds', 'The buyer does not pay that way')
  return own.map(({ id }) => id)
}

function runTake(
  parts: Parts,
  {
    params,
    ...taken
  }: {
    readonly params: Create
    readonly userId: string
    readonly clientOid: string
    readonly digest: string
    readonly methods: readonly number[]
  },
): void {
  const { trading, index, clock } = parts
  const advert = advertOf(parts, params.advertId)
  const price = index.priceOf(advert)
  if (price === undefined) throw new GatewayError('00006', 'There is no index price now')
  assertNotWorse(price, {
    shown: readUnits(params, 'price', { decimals: PRICE_DECIMALS }),
    slipBp: advert.terms.price === null ? MOST_SLIP_BP : 0n,
    side: advert.side,
  })
  trading.service.run({
    kind: 'p2pTake',
    at: clock.now(),
    ...taken,
    advertId: advert.id,
    version: params.version,
    price: String(price),
    ...readAsked(params, advert.asset),
    feeBp: FEE_BP,
  })
}

/** A taker of an advert that sells pays, one of an advert that buys is paid. */
function assertNotWorse(
  price: bigint,
  {
    shown,
    slipBp,
    side,
  }: { readonly shown: bigint; readonly slipBp: bigint; readonly side: P2pAdvert['side'] },
): void {
  const isWorse =
    side === 'sell'
      ? price * WHOLE_BP > shown * (WHOLE_BP + slipBp)
      : price * WHOLE_BP < shown * (WHOLE_BP - slipBp)
  if (isWorse)
    throw new GatewayError('40205', 'The price of the advert is worse by now', {
      data: { field: 'price' },
    })
}

async function change(
  parts: Parts,
  {
    userId,
    orderId: text,
    event,
    reason,
  }: {
    readonly userId: string
    readonly orderId: string
    readonly event: Exclude<P2pOrderEvent, 'expire' | 'rule'>
    readonly reason?: string
  },
): Promise<P2pOrder> {
  const { trading, clock } = parts
  const { service } = trading
  const orderId = readNumber(text)
  const before = await ofParty(parts, { userId, orderId: text })
  if (before.status !== AFTER[event]) {
    if (!(before.status in ORDER_TABLE)) throw ended()
    const command: P2pOrderCommand = { kind: 'p2pOrder', at: clock.now(), event, orderId, userId }
    service.run(reason === undefined ? command : { ...command, reason: plainText(reason) })
  }
  return service.confirm(p2pOrderView(await ofParty(parts, { userId, orderId: text }), userId))
}

async function ofParty(
  { trading, db, caughtUp }: Parts,
  { userId, orderId: text }: { readonly userId: string; readonly orderId: string },
): Promise<P2pOrderDump> {
  const orderId = readNumber(text)
  const open = trading.service.core.state.p2p.orders.get(orderId)
  if (!open) await caughtUp()
  const order = open ? dumpP2pOrder(open) : await orderById(db, orderId)
  if (order?.buyer !== userId && order?.seller !== userId) throw unknownOrder()
  return order
}

const otherParty = ({ buyer, seller }: P2pOrderDump, userId: string): string =>
  buyer === userId ? seller : buyer

async function listPage(
  { db, caughtUp }: Parts,
  {
    userId,
    params,
  }: { readonly userId: string; readonly params: RequestOf<typeof api.p2p.orders> },
): Promise<Page<P2pOrderRow>> {
  const request = readPage(params, { cursorPattern: CURSOR })
  await caughtUp()
  return pageOf(request, async (limit) => {
    const status = params.status || undefined
    const orders = await ordersOf(db, { userId, cursor: request.cursor, limit, status })
    const nameOf = await namesOf(
      db,
      orders.map((order) => otherParty(order, userId)),
    )
    return orders.map((order) => ({
      item: { ...p2pOrderView(order, userId), counterparty: nameOf(otherParty(order, userId)) },
      cursor: String(order.id),
    }))
  })
}

async function detailOf(
  parts: Parts,
  { userId, orderId }: { readonly userId: string; readonly orderId: string },
): Promise<P2pOrderDetail> {
  const order = await ofParty(parts, { userId, orderId })
  const other = otherParty(order, userId)
  const nameOf = await namesOf(parts.db, [other])
  const isOpen = order.status in ORDER_TABLE
  return parts.trading.service.confirm({
    ...p2pOrderView(order, userId),
    counterparty: nameOf(other),
    terms: order.text,
    payTo: isOpen ? await parts.payments.opened(order.methods) : [],
  })
}

const unknownOrder = () => new GatewayError('40401', 'There is no such order')
const ended = () => new GatewayError('40241', 'The order has ended')
