import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { formatUnits, parseUnits } from '@x/decimal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/Database.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { checkLedger } from '../ledger/invariants.ts'
import { createFlow } from '../matching/commandTape.ts'
import { ASSET_SCALES } from './symbols.ts'
import { openHarness } from './tradingHarness.ts'

const rounds = Number(process.env['CRASH_ROUNDS'] ?? 3)
const child = fileURLToPath(new URL('crashChild.ts', import.meta.url))

let dataDir: string
beforeAll(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'crash-'))))
afterAll(() => rm(dataDir, { recursive: true }))

interface Acknowledged {
  readonly placed: Map<string, { realm: string; clientOid: string; status: string }>
  readonly cancelled: Set<string>
  /** Order -> status that the amendment answered. */
  readonly amended: Map<string, string>
  /** Fill -> what its owner read of it. */
  readonly fills: Map<string, string>
  /** `realm user asset` -> what its owner saw there, available and held together, in order. */
  readonly balances: Map<string, bigint[]>
  /** `user:season` of each reset. */
  readonly resets: Set<string>
  /** Atoms of each top-up; no two are alike. */
  readonly topUps: Set<string>
  readonly complaints: string[]
}

/** Places of a decimal number are those of its asset, as the wire has them. */
const atoms = (text: string, asset: string): bigint => parseUnits(text, ASSET_SCALES[asset]!)!

/** Lets the trading side of a gateway work for a while and kills it without a warning. */
async function killUnderLoad(round: number, { afterOrders, into }: { afterOrders: number; into: Acknowledged }): Promise<void> {
  const gateway = spawn(process.execPath, ['--conditions=x-source', child, dataDir, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  gateway.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const exit = once(gateway, 'exit')
  while (!output.includes('ready\n')) {
    if (gateway.exitCode !== null) throw new Error(`The gateway did not start: ${output}`)
    await sleep(20)
  }
  // By orders, not by time: a busy machine kills in the midst of work too.
  while (output.split('\nplaced ').length <= afterOrders && gateway.exitCode === null) await sleep(5)
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
  if (word === 'fill') into.fills.set(orderId, rest.filter((_, at) => at !== 1).join(' '))
  if (word === 'reset') into.resets.add(`${realm}:${orderId}`)
  if (word === 'topup') into.topUps.add(String(atoms(orderId, 'USDT')))
  if (word === 'balance') {
    const [of, asset, available = '', held = ''] = [`${realm} ${orderId} ${clientOid}`, clientOid, status, rest[4]]
    into.balances.set(of, [...(into.balances.get(of) ?? []), atoms(available, asset) + atoms(held, asset)])
  }
  if (word === 'log') into.complaints.push(rest.join(' '))
}

/** 0 fills and 0 atoms lost: each fill as it was read, each balance one that the ledger went through, in the order in which it was seen. */
async function expectMoney(db: Database, { fills, balances, resets, topUps }: Acknowledged): Promise<void> {
  const rows = await db.query<{ fill_id: bigint; realm: string; order_id: bigint; role: string; ticks: bigint; lots: bigint; fee: string; side: string }>('select f.*, o.side from spot_fill f join spot_order o using (order_id)')
  const stored = new Map(
    rows.map(({ fill_id, realm, order_id, role, ticks, lots, fee, side }) => {
      const feeAsset = side === 'buy' ? 'ETH' : 'USDT'
      return [String(fill_id), [realm, order_id, role, formatUnits(ticks, 2), formatUnits(lots, 4), formatUnits(BigInt(fee), ASSET_SCALES[feeAsset]!, { trim: true }), feeAsset].join(' ')]
    }),
  )
  for (const [fillId, fill] of fills) expect({ fillId, fill: fill.split(' ') }).toEqual({ fillId, fill: stored.get(fillId)?.split(' ') })

  for (const [of, seen] of balances) {
    const [realm, userId, asset] = of.split(' ')
    const moves = await db.query<{ moved: string }>(
      `select sum(case when a.id = e.credit_account then e.amount else -e.amount end)::text as moved from ledger_account a join ledger_entry e on a.id in (e.credit_account, e.debit_account)
       where a.realm = $1 and a.owner = $2 and a.asset = $3 group by e.seq order by e.seq`,
      [realm, `user:${userId}`, asset],
    )
    const went = [0n]
    for (const { moved } of moves) went.push(went.at(-1)! + BigInt(moved))
    let at = 0
    for (const [nth, balance] of seen.entries()) {
      at = went.indexOf(balance, at)
      if (at < 0) throw new Error(`The ledger never had the balance ${balance} of ${of}, the ${nth + 1}th that was seen`)
    }
  }

  const [granted] = await db.query<{ seasons: string[] | null; topups: string[] | null }>(
    `select (select array_agg(idempotency_key) from ledger_transaction where scope = 'season') as seasons,
            (select array_agg(e.amount::text) from ledger_transaction t join ledger_entry e using (seq, part) where t.scope = 'topup') as topups`,
  )
  expect(granted?.seasons ?? []).toEqual(expect.arrayContaining([...resets]))
  expect(granted?.topups ?? []).toEqual(expect.arrayContaining([...topUps]))
  expect(new Set(granted?.topups).size).toBe(granted?.topups?.length ?? 0)
  expect(Math.min(fills.size, balances.size)).toBeGreaterThan(0)
}

describe('trading 3: kill -9', () => {
  it(`loses nothing that was acknowledged in ${rounds} rounds under load`, { timeout: 60_000 + rounds * 30_000 }, async () => {
    const next = createFlow(rounds)
    const acknowledged: Acknowledged = { placed: new Map(), cancelled: new Set(), amended: new Map(), fills: new Map(), balances: new Map(), resets: new Set(), topUps: new Set(), complaints: [] }
    for (let round = 0; round < rounds; round++) {
      await killUnderLoad(round, { afterOrders: 30 + Math.floor(next() * 1_200), into: acknowledged })
    }
    expect(acknowledged.placed.size).toBeGreaterThan(rounds * 30)
    expect(acknowledged.complaints.filter((text) => !text.startsWith('The journal ended in a record'))).toEqual([])

    const db = await openDatabase({ dataDir })
    // Starting compares journal, ledger and memory, and refuses to when they differ.
    const harness = await openHarness({ db, dataDir })
    await harness.call('/v1/spot/order/history', { userId: 'u0' })
    expect(await checkLedger(db)).toEqual([])
    const stored = new Map(
      (await db.query<{ order_id: bigint; realm: string; client_oid: string; status: string }>('select order_id, realm, client_oid, status from spot_order')).map((row) => [String(row.order_id), row]),
    )
    for (const [orderId, order] of acknowledged.placed) {
      expect(stored.get(orderId)).toMatchObject({ realm: order.realm, client_oid: order.clientOid })
      if (order.status === 'filled' || order.status === 'cancelled') expect(stored.get(orderId)?.status).toBe(order.status)
    }
    for (const orderId of acknowledged.cancelled) expect(stored.get(orderId)?.status).toBe('cancelled')
    expect(acknowledged.cancelled.size).toBeGreaterThan(0)
    for (const [orderId, status] of acknowledged.amended) if (status === 'filled') expect(stored.get(orderId)?.status).toBe('filled')
    const sizes = await db.query<{ order_id: bigint; lots: bigint }>('select order_id, lots from spot_order where order_id = any($1::bigint[])', [[...acknowledged.amended.keys()]])
    expect(sizes).toHaveLength(acknowledged.amended.size)
    for (const { lots } of sizes) expect(lots).toBe(200n)
    await expectMoney(db, acknowledged)
    // What waited still waits, in the ledger and in memory, and every kind of order was there.
    const types = (await db.query<{ order_type: string; fired: boolean }>(`select distinct order_type, (legs ->> 'firedAt') is not null as fired from spot_order`)).map(({ order_type, fired }) => `${order_type}${fired ? ' fired' : ''}`)
    // A short run is over before the rarer ones have happened.
    const rare = rounds < 10 ? [] : ['stop_market fired', 'trailing fired', 'tp_sl']
    if (rounds > 1) expect(types).toEqual(expect.arrayContaining(['stop_market', 'stop_limit', 'oco', 'trailing', ...rare]))
    process.stdout.write(`${rounds} kills: ${acknowledged.placed.size} orders, ${acknowledged.amended.size} amendments, ${acknowledged.cancelled.size} cancels, ${acknowledged.fills.size} fills, ${[...acknowledged.balances.values()].flat().length} balances, ${acknowledged.resets.size} resets and ${acknowledged.topUps.size} top-ups acknowledged; none lost\n`)
    await harness.close()
    await db.close()
  })
})
