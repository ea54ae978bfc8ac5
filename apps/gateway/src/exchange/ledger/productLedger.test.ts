import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { createBelow, createProductFlow, FLOW_START } from '../products/testing/productFlow.ts'
import { stateFromLedger } from '../recovery/stateFromLedger.ts'
import { dumpProducts } from '../state/productsState.ts'
import { createBatch, type Settleable } from './batch.ts'
import { compareBalances } from './compareBalances.ts'
import { checkLedger } from './invariants.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

const STEPS = 1_800
const BATCH = 60

it('keeps every rule and rebuilds from the ledger (products 3, products 4)', async () => {
  const exchange = createExchange(SPOT_SYMBOLS)
  const next = createProductFlow(createBelow(11), exchange.state)
  let records: Settleable[] = []
  let [seq, settled] = [0, 0]
  const settle = async () => {
    const batch = createBatch(records, { after: settled, through: seq })
    await db.query('select ledger_settle($1::jsonb)', [JSON.stringify(batch)])
    settled = seq
    records = []
  }
  for (let step = 0; step < STEPS; step++) {
    const outcome = exchange.execute(FLOW_START.commands[step] ?? next())
    if ('refused' in outcome) continue
    records.push({ seq: ++seq, effects: outcome.effects })
    if (records.length === BATCH) await settle()
  }
  await settle()

  expect(await checkLedger(db)).toEqual([])
  expect(await compareBalances(db, exchange.state.accounts)).toEqual([])
  const [counts] = await db.query<Record<string, number>>(
    `select (select count(*)::int from red_packet_claim) as claims,
      (select count(*)::int from red_packet where status = 'expired') as expired,
      (select count(*)::int from earn_payment) as payments,
      (select count(*)::int from earn_position where closed_seq is not null) as closed`,
  )
  expect(Math.min(...Object.values(counts ?? {}))).toBeGreaterThan(5)
  const [rebates] = await db.query<{ paid: number }>(
    "select count(*)::int as paid from ledger_entry where kind = 'rebate'",
  )
  // Until the fees are spent.
  expect(rebates?.paid).toBeGreaterThan(2)

  const rebuilt = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: 0 })
  const kept = [...dumpProducts(exchange.state.products)].filter(
    ([kind]) => kind === 'packet' || kind === 'position',
  )
  expect(rebuilt.products).toEqual(kept)
  expect(rebuilt.next.packet).toBeGreaterThan(exchange.state.next.packet ?? 0)
  expect(rebuilt.next.earn).toBeGreaterThan(exchange.state.next.earn ?? 0)
})

it.each([
  ['update ledger_account set balance = balance + 1 where owner = $$redpacket$$', 'red packets'],
  ['update red_packet set left_over = left_over + 1 where status = $$expired$$', 'went back'],
  ['update earn_position set paid = paid + 1', 'adds up'],
  ['update ledger_account set balance = balance - 1 where owner = $$earn:flex$$', 'principal'],
])('shows %s', async (damage, rule) => {
  await db.query('begin')
  try {
    await db.query(damage)
    expect((await checkLedger(db)).map((broken) => broken.rule).join()).toContain(rule)
  } finally {
    await db.query('rollback')
  }
})
