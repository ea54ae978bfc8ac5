import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { openCopyFixture, USDT } from '../products/copy/testing/copyFixture.ts'
import { stateFromLedger } from '../recovery/stateFromLedger.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { dumpCopy } from '../state/copyState.ts'
import { createBatch, type Settleable } from './batch.ts'
import { compareBalances } from './compareBalances.ts'
import { checkLedger } from './invariants.ts'

const PRICE = 5_000_000

let db: Database
beforeEach(async () => void (db = await openTestDatabase()), 60_000)
afterEach(() => db.close())

/** A fixture whose effects go into the ledger in batches of a few records. */
function open() {
  const records: Settleable[] = []
  let [seq, settled] = [0, 0]
  const fixture = openCopyFixture({
    onDone: (effects) => void records.push({ seq: ++seq, effects }),
  })
  async function settle(): Promise<void> {
    while (settled < seq) {
      const next = records.splice(0, 5)
      const through = settled + next.length
      const batch = createBatch(next, { after: settled, through })
      await db.query('select ledger_settle($1::jsonb)', [JSON.stringify(batch)])
      settled = through
    }
  }
  return { ...fixture, settle }
}

/** Copies were made, shared, skipped and sold. */
function trade(fixture: ReturnType<typeof open>): void {
  const { quote, openLead, follow, lead, copyAll, run, now, marksAt, asked, sell } = fixture
  quote(PRICE)
  openLead()
  follow('bob')
  follow('eve', { dailyCap: String(20n * USDT) })
  lead('buy', 1_000, PRICE)
  copyAll(PRICE)
  quote(PRICE * 2)
  lead('sell', 999, PRICE * 2 - 1)
  copyAll(PRICE * 2)
  run({
    kind: 'copyFollowFund',
    ...asked('bob'),
    followId: 1,
    direction: 'out',
    atoms: String(50n * USDT),
    marks: marksAt(PRICE * 2),
  })
  run({ kind: 'copyDay', at: now(), day: 3, leadIds: [1], marks: marksAt(PRICE * 2) })
  const event: ExchangeCommand = {
    kind: 'copyFollowEvent',
    at: now(),
    followId: 2,
    event: 'close',
    marks: marksAt(PRICE * 2),
  }
  run(event)
  sell(2, PRICE * 2)
}

describe('copy trading in the ledger (products 1)', () => {
  it('keeps every rule of the ledger and its balances (products 1)', async () => {
    const fixture = open()
    trade(fixture)
    await fixture.settle()
    expect(await checkLedger(db)).toEqual([])
    expect(await compareBalances(db, fixture.state.accounts)).toEqual([])
  })

  it('has copies, skips, shares and days in their tables (products 1)', async () => {
    const fixture = open()
    trade(fixture)
    await fixture.settle()
    const [counts] = await db.query<Record<string, number>>(
      `select (select count(*)::int from copy_order where order_id is not null) as copied,
        (select count(*)::int from copy_order where reason = 'dailyCap') as skipped,
        (select count(*)::int from copy_share) as shares,
        (select count(*)::int from copy_day) as days,
        (select count(*)::int from copy_follow where closed_seq is not null) as closed,
        (select count(*)::int from spot_order where owner like 'copy:%') as orders`,
    )
    expect(counts).toEqual({ copied: 2, skipped: 1, shares: 1, days: 1, closed: 1, orders: 2 })
  })

  it('rebuilds leads and follows from the ledger (products 1)', async () => {
    const fixture = open()
    trade(fixture)
    await fixture.settle()
    const rebuilt = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: fixture.now() })
    expect(rebuilt.copy).toEqual(JSON.parse(JSON.stringify([...dumpCopy(fixture.state.copy)])))
    expect(rebuilt.next.lead).toBeGreaterThan(1)
    expect(rebuilt.next.follow).toBeGreaterThan(2)
    expect(rebuilt.next.copyOrder).toBeGreaterThan(3)
    expect(rebuilt.next.copyShare).toBeGreaterThan(1)
  })

  it.each([
    [
      'update copy_follow set taken_out = taken_out + 1 where follow_id = 1',
      'the funds of a follow',
    ],
    ['update copy_follow set shared = shared - 1 where follow_id = 1', 'profit shares add up'],
    ['update copy_follow set closed_seq = 1 where follow_id = 1', 'a follow or lead that ended'],
    ['update copy_lead set closed_seq = 1', 'a follow or lead that ended'],
    ['update spot_order set owner = null', 'a copy order follows a fill'],
  ])('finds the fault of %s (products 1)', async (fault, rule) => {
    const fixture = open()
    trade(fixture)
    await fixture.settle()
    await db.query(fault)
    const broken = await checkLedger(db)
    expect(broken.map((each) => each.rule.startsWith(rule))).toContain(true)
  })

  it('never takes a second copy of a fill (products 1)', async () => {
    const fixture = open()
    trade(fixture)
    await fixture.settle()
    await expect(
      db.query(
        `insert into copy_order select copy_id + 100, follow_id, lead_id, realm, user_id,
          lead_fill_id, symbol, side, ticks, lots, order_id, reason, at from copy_order
          where lead_fill_id is not null limit 1`,
      ),
    ).rejects.toThrow(/copy_order/)
  })

  it('never changes a copy or a share afterwards (products 1)', async () => {
    const fixture = open()
    trade(fixture)
    await fixture.settle()
    await expect(db.query('update copy_order set lots = lots + 1')).rejects.toThrow()
    await expect(db.query('update copy_share set amount = amount + 1')).rejects.toThrow()
    await expect(db.query('delete from copy_share')).rejects.toThrow()
  })
})
