import type { Effects } from '../state/effects.ts'
import {
  dumpEarnPosition,
  dumpPacket,
  type EarnPosition,
  type RedPacket,
} from '../state/productsState.ts'

/** What a batch did to earn and red packets: names as in `ledger_settle_products`. */
export interface ProductBatch {
  readonly packets: readonly object[]
  readonly positions: readonly object[]
  readonly payments: readonly object[]
}

export interface ProductBatchBuilder {
  add(effects: Effects, where: { readonly seq: number }): void
  /** Nothing where no record concerned these products. */
  finish(): { readonly products?: ProductBatch }
}

/** Of a packet or position that several records touched, the last state counts. */
export function createProductBatch(): ProductBatchBuilder {
  const packets = new Map<number, object>()
  const positions = new Map<number, object>()
  const payments: object[] = []
  return {
    add({ products }, { seq }) {
      if (!products) return
      for (const packet of products.packets) packets.set(packet.id, packetRow(packet, seq))
      for (const position of products.positions)
        positions.set(position.id, positionRow(position, seq))
      for (const { positionId, userId, amount, ...payment } of products.payments)
        payments.push({
          position_id: positionId,
          user_id: userId,
          amount: String(amount),
          ...payment,
        })
    },
    finish: () =>
      packets.size + positions.size === 0
        ? {}
        : {
            products: {
              packets: [...packets.values()],
              positions: [...positions.values()],
              payments,
            },
          },
  }
}

function packetRow(packet: Readonly<RedPacket>, seq: number): object {
  const document = dumpPacket(packet)
  return {
    packet_id: packet.id,
    user_id: packet.userId,
    client_oid: packet.clientOid,
    code: packet.code,
    asset: packet.asset,
    total: document.total,
    left_over: document.left,
    status: packet.status,
    created_at: packet.createdAt,
    closed_seq: packet.status === 'open' ? null : seq,
    document,
  }
}

function positionRow(position: Readonly<EarnPosition>, seq: number): object {
  const document = dumpEarnPosition(position)
  return {
    position_id: position.id,
    user_id: position.userId,
    client_oid: position.clientOid,
    product: position.productId,
    asset: position.asset,
    principal: document.principal,
    paid: document.paid,
    created_at: position.createdAt,
    updated_at: position.updatedAt,
    closed_seq: position.principal === 0n ? seq : null,
    document,
  }
}
