import type { Effects } from '../state/effects.ts'

/** Conversions, payments and swaps of a batch: names as in `ledger_settle_payments`. */
export interface PaymentBatch {
  readonly conversions: readonly object[]
  readonly sends: readonly object[]
  readonly swaps: readonly object[]
}

export interface PaymentBatchBuilder {
  add(effects: Effects): void
  /** Nothing where no record was one of them. */
  finish(): { readonly payments?: PaymentBatch }
}

export function createPaymentBatch(): PaymentBatchBuilder {
  const conversions: object[] = []
  const sends: object[] = []
  const swaps: object[] = []
  return {
    add({ payments }) {
      for (const each of payments?.conversions ?? [])
        conversions.push({
          convert_id: each.id,
          user_id: each.userId,
          client_oid: each.clientOid,
          digest: each.digest,
          from_asset: each.fromAsset,
          paid: String(each.paid),
          to_asset: each.toAsset,
          received: String(each.received),
          at: each.at,
        })
      for (const each of payments?.sends ?? [])
        sends.push({
          send_id: each.id,
          from_user: each.userId,
          to_user: each.toUserId,
          client_oid: each.clientOid,
          digest: each.digest,
          asset: each.asset,
          amount: String(each.amount),
          value: String(each.value),
          at: each.at,
        })
      for (const each of payments?.swaps ?? [])
        swaps.push({
          swap_id: each.id,
          user_id: each.userId,
          client_oid: each.clientOid,
          digest: each.digest,
          pool: each.pool,
          wallet: each.wallet,
          from_asset: each.fromAsset,
          paid: String(each.paid),
          to_asset: each.toAsset,
          received: String(each.received),
          minimum: String(each.minimum),
          at: each.at,
        })
    },
    finish: () =>
      conversions.length + sends.length + swaps.length === 0
        ? {}
        : { payments: { conversions, sends, swaps } },
  }
}
