import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { createMarginFlow } from '../margin/testing/marginCommandGenerator.ts'
import { createBelow } from '../products/testing/productFlow.ts'
import { stateFromLedger } from '../recovery/stateFromLedger.ts'
import { dumpMargin } from '../state/marginState.ts'
import { dumpOrder } from '../state/state.ts'
import { createBatch, type Settleable } from './batch.ts'
import { compareBalances } from './compareBalances.ts'
import { checkLedger } from './invariants.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

const STEPS = 1_500
const BATCH = 70

it('keeps every rule and rebuilds loans and lines (futures F10)', async () => {
  const exchange = createExchange(SPOT_SYMBOLS)
  const next = createMarginFlow(createBelow(6), exchange.state)
  let records: Settleable[] = []
  let [seq, settled] = [0, 0]
  const settle = async () => {
    const batch = createBatch(records, { after: settled, through: seq })
    await db.query('select ledger_settle($1::jsonb)', [JSON.stringify(batch)])
    settled = seq
    records = []
  }
  const hasLine = () => [...exchange.state.orders.values()].some(({ line }) => line !== undefined)
  for (let step = 0; step < STEPS || !hasLine(); step++) {
    const outcome = exchange.execute(next())
    if ('refused' in outcome) continue
    records.push({ seq: ++seq, effects: outcome.effects })
    if (records.length === BATCH) await settle()
  }
  await settle()

  expect(await checkLedger(db)).toEqual([])
  expect(await compareBalances(db, exchange.state.accounts)).toEqual([])
  const [counts] = await db.query<Record<string, number>>(
    `select (select count(*)::int from margin_loan where kind = 'borrow') as borrowed,
      (select count(*)::int from margin_loan where kind = 'draw') as drawn,
      (select count(*)::int from margin_loan where kind = 'interest') as charged,
      (select count(*)::int from margin_loan where kind = 'liquidation') as liquidated,
      (select count(*)::int from margin_liquidation) as steps,
      (select count(*)::int from spot_order where account = 'isolated') as isolated`,
  )
  expect(Math.min(...Object.values(counts ?? {}))).toBeGreaterThan(3)

  const rebuilt = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: 0 })
  const kept = [...dumpMargin(exchange.state.margin)].filter(([kind]) => kind === 'account')
  expect(rebuilt.margin).toEqual(kept)
  const orders = [...exchange.state.orders.values()].map(dumpOrder)
  const terms = ({ id, account, loan, held, line }: (typeof orders)[number]) =>
    [id, account, loan, held, line] as const
  expect(rebuilt.orders.map(terms)).toEqual(orders.map(terms))
  expect(rebuilt.next.loan).toBeGreaterThan(exchange.state.next.loan ?? 0)
  expect(rebuilt.keys.some(([key]) => key.startsWith('margin:live:'))).toBe(true)
})

it.each([
  [
    `update ledger_account set balance = balance - 1
      where id = (select min(id) from ledger_account where owner like 'debt:%')`,
    'sum of the debts',
  ],
  [
    `update ledger_entry set amount = amount + 1
      where (seq, part) = (select seq, part from margin_loan limit 1)`,
    'each line of a loan',
  ],
  [
    `update margin_account set document = jsonb_set(document, '{loans}',
      '[["USDT", "99999999999999999999", 1]]')`,
    'unpaid interest',
  ],
])('shows %s', async (damage, rule) => {
  await db.query('begin')
  try {
    await db.query('set local session_replication_role = replica')
    await db.query(damage)
    expect((await checkLedger(db)).map((broken) => broken.rule).join()).toContain(rule)
  } finally {
    await db.query('rollback')
  }
})
