/** Whether the owner of an advert buys or sells the coins. */
export type P2pSide = 'buy' | 'sell'

export type P2pAdvertStatus = 'draft' | 'online' | 'paused' | 'closed'
export type P2pAdvertEvent = 'publish' | 'edit' | 'pause' | 'resume' | 'close'

/** Adverts: what each event makes of each state (products 2). A draft lasts no command. */
export const ADVERT_TABLE: Readonly<
  Record<P2pAdvertStatus, Readonly<Partial<Record<P2pAdvertEvent, P2pAdvertStatus>>>>
> = {
  draft: { publish: 'online' },
  online: { pause: 'paused', close: 'closed' },
  paused: { edit: 'paused', resume: 'online', close: 'closed' },
  closed: {},
}

export type P2pOpenStatus = 'awaitingPayment' | 'paid' | 'appealed'
type P2pEndStatus = 'expired' | 'cancelled' | 'released' | 'refunded'
export type P2pOrderStatus = P2pOpenStatus | P2pEndStatus
export type P2pOrderEvent = 'paid' | 'expire' | 'cancel' | 'release' | 'appeal' | 'rule'

/** Orders: what each event makes of each open state; a ruling has two ends (products 2). */
export const ORDER_TABLE: Readonly<
  Record<P2pOpenStatus, Readonly<Partial<Record<P2pOrderEvent, readonly P2pOrderStatus[]>>>>
> = {
  awaitingPayment: { paid: ['paid'], expire: ['expired'], cancel: ['cancelled'] },
  paid: { cancel: ['cancelled'], release: ['released'], appeal: ['appealed'] },
  appealed: { cancel: ['cancelled'], release: ['released'], rule: ['released', 'refunded'] },
}

/** What the owner of an advert may change while it is paused. */
export interface AdvertTerms {
  /** Fiat for a whole coin in units of `PRICE_DECIMALS`; `null`: the price follows the index. */
  readonly price: string | null
  /** Distance from the index; `null` where the price is fixed. */
  readonly marginBp: number | null
  /** Bounds of an order in cents of the fiat currency. */
  readonly minimum: string
  readonly maximum: string
  readonly payMinutes: number
  /** Kinds of payment that the owner takes. */
  readonly methods: readonly string[]
  /** Payment methods of an owner who sells, by number. */
  readonly methodIds: readonly number[]
  /** Text of the owner. */
  readonly text: string
}

/** An advert (products 2). One that is closed and has no open order is in the ledger only. */
export interface P2pAdvert {
  readonly id: number
  readonly userId: string
  readonly clientOid: string
  readonly digest: string
  readonly side: P2pSide
  readonly asset: string
  readonly scale: number
  readonly fiat: string
  readonly createdAt: number
  terms: AdvertTerms
  /** Counts the changes of the terms, from 1. */
  version: number
  /** Atoms that may still be taken. */
  remaining: bigint
  /** Orders that have not ended. */
  openOrders: number
  status: Exclude<P2pAdvertStatus, 'draft'>
  updatedAt: number
}

/** Why somebody asked an operator to decide. */
export interface P2pAppeal {
  readonly userId: string
  readonly reason: string
  readonly at: number
}

/** An order (products 2). One that has ended is in the ledger only. */
export interface P2pOrder {
  readonly id: number
  readonly advertId: number
  readonly clientOid: string
  readonly digest: string
  /** The owner of the advert, and who took it. */
  readonly maker: string
  readonly taker: string
  readonly buyer: string
  readonly seller: string
  readonly asset: string
  readonly scale: number
  readonly fiat: string
  readonly price: string
  readonly atoms: bigint
  /** Cents of the fiat currency that the buyer pays. */
  readonly cents: bigint
  readonly feeBp: number
  /** How the seller is paid, by number. */
  readonly methods: readonly number[]
  /** Text of the owner of the advert as it was. */
  readonly text: string
  readonly createdAt: number
  /** Until when the buyer pays. */
  readonly expiresAt: number
  paidAt: number | null
  appeal: P2pAppeal | null
  ruling: { readonly operator: string; readonly reason: string } | null
  status: P2pOrderStatus
  updatedAt: number
}

/** Purchases that a buyer gave up on a UTC day, and until when that stops new ones. */
export interface P2pCancels {
  day: number
  count: number
  stoppedUntil: number
}

/** P2P trading. Empty until the first command for it; only `execute` changes it. */
export interface P2pState {
  /** Open ones, and closed ones with open orders, by id. */
  readonly adverts: Map<number, P2pAdvert>
  /** Open ones by id. */
  readonly orders: Map<number, P2pOrder>
  /** By buyer. */
  readonly cancels: Map<string, P2pCancels>
}

export const createP2pState = (): P2pState => ({
  adverts: new Map(),
  orders: new Map(),
  cancels: new Map(),
})

export type P2pAdvertDump = Omit<P2pAdvert, 'remaining'> & { readonly remaining: string }
export type P2pOrderDump = Omit<P2pOrder, 'atoms' | 'cents'> & {
  readonly atoms: string
  readonly cents: string
}
/** One row of a dump. Amounts are text. */
export type P2pRow =
  | readonly [kind: 'advert', advert: P2pAdvertDump]
  | readonly [kind: 'order', order: P2pOrderDump]
  | readonly [kind: 'cancels', userId: string, cancels: P2pCancels]

export const dumpAdvert = (advert: Readonly<P2pAdvert>): P2pAdvertDump => ({
  ...advert,
  remaining: String(advert.remaining),
})

export const dumpP2pOrder = (order: Readonly<P2pOrder>): P2pOrderDump => ({
  ...order,
  atoms: String(order.atoms),
  cents: String(order.cents),
})

/** Nothing for a state that has had no P2P command. */
export function* dumpP2p(state: P2pState): Generator<P2pRow> {
  for (const advert of state.adverts.values()) yield ['advert', dumpAdvert(advert)]
  for (const order of state.orders.values()) yield ['order', dumpP2pOrder(order)]
  for (const [userId, cancels] of state.cancels) yield ['cancels', userId, { ...cancels }]
}

export function restoreP2p(state: P2pState, rows: readonly P2pRow[]): void {
  for (const row of rows) {
    if (row[0] === 'advert')
      state.adverts.set(row[1].id, { ...row[1], remaining: BigInt(row[1].remaining) })
    else if (row[0] === 'order')
      state.orders.set(row[1].id, {
        ...row[1],
        atoms: BigInt(row[1].atoms),
        cents: BigInt(row[1].cents),
      })
    else state.cancels.set(row[1], { ...row[2] })
  }
}

const DAY_MS = 86_400_000
/** Purchases given up on a day that stop new ones, and for how long. */
const MOST_CANCELS = 3
const STOP_MS = DAY_MS

/** Counts a purchase that its buyer gave up or let run out. */
export function countCancel(
  cancels: Map<string, P2pCancels>,
  { buyer, at }: { readonly buyer: string; readonly at: number },
): void {
  const day = Math.floor(at / DAY_MS)
  for (const [userId, each] of cancels)
    if (each.day < day && each.stoppedUntil <= at) cancels.delete(userId)
  const known = cancels.get(buyer)
  const own = known ?? { day, count: 0, stoppedUntil: 0 }
  own.count = own.day === day ? own.count + 1 : 1
  own.day = day
  if (own.count >= MOST_CANCELS) own.stoppedUntil = at + STOP_MS
  cancels.set(buyer, own)
}
