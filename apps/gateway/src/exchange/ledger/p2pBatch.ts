import type { Effects } from '../state/effects.ts'
import {
  dumpAdvert,
  dumpP2pOrder,
  ORDER_TABLE,
  type P2pAdvert,
  type P2pOrder,
} from '../state/p2pState.ts'

/** What a batch did to P2P trading: names as in `ledger_settle_p2p`. */
export interface P2pBatch {
  readonly adverts: readonly object[]
  readonly orders: readonly object[]
}

export interface P2pBatchBuilder {
  add(effects: Effects, where: { readonly seq: number }): void
  /** Nothing where no record concerned P2P trading. */
  finish(): { readonly p2p?: P2pBatch }
}

/** Of an advert or order that several records touched, the last state counts. */
export function createP2pBatch(): P2pBatchBuilder {
  const adverts = new Map<number, object>()
  const orders = new Map<number, object>()
  return {
    add({ p2p }, { seq }) {
      if (!p2p) return
      for (const advert of p2p.adverts) adverts.set(advert.id, advertRow(advert))
      for (const order of p2p.orders) orders.set(order.id, orderRow(order, seq))
    },
    finish: () =>
      adverts.size + orders.size === 0
        ? {}
        : { p2p: { adverts: [...adverts.values()], orders: [...orders.values()] } },
  }
}

function advertRow(advert: Readonly<P2pAdvert>): object {
  const document = dumpAdvert(advert)
  return {
    advert_id: advert.id,
    user_id: advert.userId,
    client_oid: advert.clientOid,
    side: advert.side,
    asset: advert.asset,
    fiat: advert.fiat,
    status: advert.status,
    remaining: document.remaining,
    open_orders: advert.openOrders,
    created_at: advert.createdAt,
    document,
  }
}

function orderRow(order: Readonly<P2pOrder>, seq: number): object {
  const document = dumpP2pOrder(order)
  return {
    order_id: order.id,
    advert_id: order.advertId,
    client_oid: order.clientOid,
    taker: order.taker,
    buyer: order.buyer,
    seller: order.seller,
    asset: order.asset,
    atoms: document.atoms,
    fee: String((order.atoms * BigInt(order.feeBp)) / 10_000n),
    status: order.status,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    closed_seq: order.status in ORDER_TABLE ? null : seq,
    document,
  }
}
