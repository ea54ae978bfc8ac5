/** What a killed gateway had acknowledged by its standard output, and whether all is there. */
import { expect } from 'vitest'
import type { Database } from '../platform/db/Database.ts'
import { checkLedger } from '../exchange/ledger/invariants.ts'
import {
  atomsOf,
  createObservedBalances,
  expectObserved,
  noteBalance,
  noteFill,
  noteTransfer,
  type ObservedBalances,
} from './observedBalances.ts'
import type { Harness } from './tradingHarness.ts'

export interface Acknowledged extends ObservedBalances {
  readonly placed: Map<string, { realm: string; clientOid: string; status: string }>
  readonly cancelled: Set<string>
  /** Order -> status that the amendment answered. */
  readonly amended: Map<string, string>
  readonly complaints: string[]
}

export const createAcknowledged = (): Acknowledged => ({
  placed: new Map(),
  cancelled: new Set(),
  amended: new Map(),
  ...createObservedBalances(),
  complaints: [],
})

/** The last line may be torn, as its order may be unacknowledged. */
export function noteOutput(output: string, into: Acknowledged): void {
  for (const line of output.split('\n').slice(0, -1)) note(line.split(' '), into)
}

function note([word, ...rest]: string[], into: Acknowledged): void {
  const [realm = '', orderId = '', clientOid = '', status = ''] = rest
  if (word === 'placed') into.placed.set(orderId, { realm, clientOid, status })
  if (word === 'amended') into.amended.set(orderId, clientOid)
  if (word === 'cancelled') into.cancelled.add(orderId)
  if (word === 'fill') noteFill(into, { realm, fillId: orderId, facts: rest.slice(2) })
  if (word === 'reset') into.resets.add(`${realm}:${orderId}`)
  if (word === 'topup') into.topUps.add(String(atomsOf(orderId, 'USDT')))
  if (word === 'transfer') noteTransfer(into, { transferId: realm, facts: rest.slice(1) })
  if (word === 'balance')
    noteBalance(into, {
      realm,
      userId: orderId,
      asset: clientOid,
      available: status,
      held: rest[4] ?? '',
    })
  if (word === 'log') into.complaints.push(rest.join(' '))
}

export async function expectAcknowledged(
  { db, harness }: { readonly db: Database; readonly harness: Harness },
  acknowledged: Acknowledged,
): Promise<void> {
  await harness.call('/v1/spot/order/history', { userId: '1000000001' })
  expect(await checkLedger(db)).toEqual([])
  const stored = new Map(
    (
      await db.query<{ order_id: bigint; realm: string; client_oid: string; status: string }>(
        'select order_id, realm, client_oid, status from spot_order',
      )
    ).map((row) => [String(row.order_id), row]),
  )
  for (const [orderId, order] of acknowledged.placed) {
    expect(stored.get(orderId)).toMatchObject({
      realm: order.realm,
      client_oid: order.clientOid,
    })
    if (order.status === 'filled' || order.status === 'cancelled')
      expect(stored.get(orderId)?.status).toBe(order.status)
  }
  for (const orderId of acknowledged.cancelled)
    expect(stored.get(orderId)?.status).toBe('cancelled')
  expect(acknowledged.cancelled.size).toBeGreaterThan(0)
  for (const [orderId, status] of acknowledged.amended)
    if (status === 'filled') expect(stored.get(orderId)?.status).toBe('filled')
  const sizes = await db.query<{ order_id: bigint; lots: bigint }>(
    'select order_id, lots from spot_order where order_id = any($1::bigint[])',
    [[...acknowledged.amended.keys()]],
  )
  expect(sizes).toHaveLength(acknowledged.amended.size)
  for (const { lots } of sizes) expect(lots).toBe(200n)
  await expectObserved(db, acknowledged)
  // Who asks again under the same key hears the first answer, and nothing moves.
  expect(acknowledged.transfers.size).toBeGreaterThan(0)
  for (const [transferId, transfer] of [...acknowledged.transfers].slice(-20)) {
    const [userId = '', fromUserId, toUserId, asset, amount, clientOid] = transfer.split(' ')
    expect(
      await harness.call('/v1/asset/transfer', {
        userId,
        body: { fromUserId, toUserId, asset, amount, clientOid },
      }),
    ).toMatchObject({ transferId })
  }
  await expectObserved(db, acknowledged)
}

export const summary = (rounds: number, acknowledged: Acknowledged): string =>
  `${rounds} kills: ${acknowledged.placed.size} orders, ` +
  `${acknowledged.amended.size} amendments, ${acknowledged.cancelled.size} cancels, ` +
  `${acknowledged.fills.size} fills, ` +
  `${[...acknowledged.balances.values()].flat().length} balances, ` +
  `${acknowledged.transfers.size} transfers, ${acknowledged.resets.size} resets and ` +
  `${acknowledged.topUps.size} top-ups acknowledged; none lost`
