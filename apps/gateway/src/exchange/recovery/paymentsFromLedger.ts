import type { Sql } from '../ports/Sql.ts'
import { paymentKey } from '../funds/payments.ts'
import type { KeyDump } from '../state/keys.ts'
import type { AskedPayment } from '../state/paymentCommand.ts'

type PaymentKind = AskedPayment['kind']

/** The largest numbers of conversions, payments and swaps; `null` where there is none. */
export async function lastPaymentNumbers(db: Sql): Promise<Record<PaymentKind, bigint | null>> {
  const [last] = await db.query<Record<PaymentKind, bigint | null>>(
    'select (select max(convert_id) from conversion) as convert, ' +
      '(select max(send_id) from user_send) as send, ' +
      '(select max(swap_id) from web3_swap) as swap',
  )
  return last ?? { convert: null, send: null, swap: null }
}

/** The keys of a day's conversions, payments and swaps. */
export async function paymentKeys(
  db: Sql,
  { since }: { readonly since: number },
): Promise<KeyDump> {
  const rows = await db.query<{
    readonly kind: PaymentKind
    readonly id: bigint
    readonly user_id: string
    readonly client_oid: string
    readonly digest: string
    readonly at: bigint
  }>(
    `select 'convert' as kind, convert_id as id, user_id, client_oid, digest, at from conversion
      where at > $1
      union all select 'send', send_id, from_user, client_oid, digest, at from user_send
      where at > $1
      union all select 'swap', swap_id, user_id, client_oid, digest, at from web3_swap
      where at > $1`,
    [since],
  )
  return rows.map(
    ({ kind, id, user_id: userId, client_oid: clientOid, digest, at }) =>
      [
        paymentKey({ kind, userId, clientOid }),
        digest,
        { transferId: String(id) },
        Number(at),
      ] as const,
  )
}
