import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import {
  atomsOf,
  createObservedBalances,
  expectObserved,
  noteBalance,
  noteFill,
  noteTransfer,
  type ObservedBalances,
} from '../../testing/observedBalances.ts'
import { openHarness } from '../../testing/tradingHarness.ts'

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3)
const child = fileURLToPath(new URL('../../testing/crashChild.ts', import.meta.url))

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'crash-'))))
afterAll(() => rm(dataDir, { recursive: true }))

interface Acknowledged extends ObservedBalances {
  readonly placed: Map<string, { realm: string; clientOid: string; status: string }>
  readonly cancelled: Set<string>
  /** Order -> status that the amendment answered. */
  readonly amended: Map<string, string>
  readonly complaints: string[]
}

/** Lets the trading side of a gateway work for a while and kills it without a warning. */
async function killUnderLoad(
  round: number,
  { afterOrders, into }: { afterOrders: number; into: Acknowledged },
): Promise<void> {
  const gateway = spawn(
    process.execPath,
    ['--conditions=x-source', child, dataDir, String(round)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  gateway.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const exit = once(gateway, 'exit')
  while (!output.includes('ready\n')) {
    if (gateway.exitCode !== null) throw new Error(`The gateway did not start: ${output}`)
    await sleep(20)
  }
  // By orders, not by time: a busy machine kills in the midst of work too.
  while (output.split('\nplaced ').length <= afterOrders && gateway.exitCode === null)
    await sleep(5)
  expect(gateway.exitCode).toBeNull()
  gateway.kill('SIGKILL')
  await exit
  // The last line may be torn, as its order may be unacknowledged.
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

describe('kill -9 (trading 3)', () => {
  it(
    `loses nothing that was acknowledged in ${rounds} rounds under load`,
    { timeout: 60_000 + rounds * 30_000 },
    async () => {
      const next = createFlow(rounds)
      const acknowledged: Acknowledged = {
        placed: new Map(),
        cancelled: new Set(),
        amended: new Map(),
        ...createObservedBalances(),
        complaints: [],
      }
      for (let round = 0; round < rounds; round++) {
        await killUnderLoad(round, {
          afterOrders: 30 + Math.floor(next() * 1_200),
          into: acknowledged,
        })
      }
      expect(acknowledged.placed.size).toBeGreaterThan(rounds * 30)
      expect(
        acknowledged.complaints.filter((text) => !text.startsWith('The journal ended in bytes')),
      ).toEqual([])

      const db = await openDatabase({ dataDir })
      // Starting compares journal, ledger and memory, and refuses to when they differ.
      const harness = await openHarness({ db, dataDir })
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
      // What waited still waits, in the ledger and in memory, and every kind of order was there.
      const types = (
        await db.query<{ order_type: string; fired: boolean }>(
          `select distinct order_type, (legs ->> 'firedAt') is not null as fired from spot_order`,
        )
      ).map(({ order_type, fired }) => `${order_type}${fired ? ' fired' : ''}`)
      // A short run is over before the rarer ones have happened.
      const rare = rounds < 10 ? [] : ['stop_market fired', 'trailing fired', 'tp_sl']
      if (rounds > 1)
        expect(types).toEqual(
          expect.arrayContaining(['stop_market', 'stop_limit', 'oco', 'trailing', ...rare]),
        )
      process.stdout.write(
        `${rounds} kills: ${acknowledged.placed.size} orders, ` +
          `${acknowledged.amended.size} amendments, ${acknowledged.cancelled.size} cancels, ` +
          `${acknowledged.fills.size} fills, ` +
          `${[...acknowledged.balances.values()].flat().length} balances, ` +
          `${acknowledged.transfers.size} transfers, ${acknowledged.resets.size} resets and ` +
          `${acknowledged.topUps.size} top-ups acknowledged; none lost\n`,
      )
      await harness.close()
      await db.close()
    },
  )
})
