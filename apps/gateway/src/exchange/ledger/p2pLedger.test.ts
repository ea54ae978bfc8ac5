import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { createP2pFlow, p2pGrants } from '../products/testing/p2pFlow.ts'
import { createBelow } from '../products/testing/productFlow.ts'
import { stateFromLedger } from '../recovery/stateFromLedger.ts'
import { dumpP2p } from '../state/p2pState.ts'
import { createBatch, type Settleable } from './batch.ts'
import { compareBalances } from './compareBalances.ts'
import { checkLedger } from './invariants.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

const STEPS = 1_500
const BATCH = 60

it('keeps every rule and rebuilds from the ledger (products 2)', async () => {
  const exchange = createExchange(SPOT_SYMBOLS)
  const next = createP2pFlow(createBelow(3), exchange.state)
  const grants = p2pGrants()
  let records: Settleable[] = []
  let [seq, settled, now] = [0, 0, 0]
  const settle = async () => {
    const batch = createBatch(records, { after: settled, through: seq })
    await db.query('select ledger_settle($1::jsonb)', [JSON.stringify(batch)])
    settled = seq
    records = []
  }
  for (let step = 0; step < STEPS; step++) {
    const command = grants[step] ?? next()
    now = Math.max(now, command.at)
    const outcome = exchange.execute(command)
    if ('refused' in outcome) continue
    records.push({ seq: ++seq, effects: outcome.effects })
    if (records.length === BATCH) await settle()
  }
  await settle()

  expect(await checkLedger(db)).toEqual([])
  expect(await compareBalances(db, exchange.state.accounts)).toEqual([])
  const ends = await db.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from p2p_order group by status',
  )
  expect(ends.filter(({ count }) => count > 3).map(({ status }) => status)).toEqual(
    expect.arrayContaining(['cancelled', 'expired', 'refunded', 'released']),
  )

  const rebuilt = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now })
  const byText = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
  const isCancels = ([kind]: readonly unknown[]) => kind === 'cancels'
  const before = [...dumpP2p(exchange.state.p2p)]
  expect(rebuilt.p2p?.filter((row) => !isCancels(row))).toEqual(
    expect.arrayContaining(before.filter((row) => !isCancels(row)).map((row) => [...row])),
  )
  expect(byText(rebuilt.p2p ?? [])).toHaveLength(before.length)
  expect(rebuilt.next.p2pAdvert).toBeGreaterThan(exchange.state.next.p2pAdvert ?? 0)
  expect(rebuilt.next.p2pOrder).toBeGreaterThan(exchange.state.next.p2pOrder ?? 0)
})

it.each([
  [
    'the escrow of an advert',
    'update p2p_advert set remaining = remaining + 1 where advert_id = 1',
  ],
  ['an advert counts', 'update p2p_advert set open_orders = open_orders + 1 where advert_id = 1'],
  ['a P2P order has exactly', "update p2p_order set fee = fee + 1 where status = 'released'"],
  [
    'a P2P order has exactly',
    "update p2p_order set status = 'refunded' where order_id = (select min(order_id) from " +
      "p2p_order where status = 'released')",
  ],
])('finds what breaks the rule: %s (products 2)', async (rule, text) => {
  await db.query('begin')
  await db.query(text)
  const broken = await checkLedger(db)
  await db.query('rollback')
  expect(broken.map((each) => each.rule)).toContainEqual(expect.stringContaining(rule))
})
