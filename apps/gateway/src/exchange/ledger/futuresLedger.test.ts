import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createExchange } from '../createExchange.ts'
import { checkFuturesInvariants } from '../futures/testing/checkFuturesInvariants.ts'
import { createFuturesFlow } from '../futures/testing/futuresCommandGenerator.ts'
import { FUTURES_INSTRUMENTS } from '../futures/testing/futuresFixture.ts'
import { stateFromLedger } from '../recovery/stateFromLedger.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { dumpFutures } from '../state/futuresState.ts'
import { createState, type ExchangeState } from '../state/state.ts'
import { createBatch, type Settleable } from './batch.ts'
import { compareBalances } from './compareBalances.ts'
import { checkLedger } from './invariants.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

const STEPS = Number(process.env['LEDGER_MODEL_STEPS'] ?? 1_500)

/** Positions and orders without what the ledger does not keep: prices and engine numbers. */
const keptRows = (state: ExchangeState): string[] =>
  [...dumpFutures(state.futures)]
    .filter(([kind]) => kind === 'position' || kind === 'order')
    .map((row) => JSON.stringify(row, (_, value: unknown) => sorted(value)))
    .toSorted()

const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

describe('futures in the ledger', () => {
  it('keep every rule under random commands (futures F1, futures F2, futures F7)', async () => {
    const exchange = createExchange(FUTURES_INSTRUMENTS)
    const next = createFuturesFlow(77)
    let settled = 0
    let waiting: Settleable[] = []
    for (let seq = 1; seq <= STEPS; seq++) {
      const command = JSON.parse(JSON.stringify(next(exchange.state))) as ExchangeCommand
      const outcome = exchange.execute(command)
      if (!('refused' in outcome)) waiting.push({ seq, effects: outcome.effects })
      if (waiting.length < 1 + (seq % 53) && seq < STEPS) continue
      await db.query('select ledger_settle($1::jsonb)', [
        JSON.stringify(createBatch(waiting, { after: settled, through: seq })),
      ])
      settled = seq
      waiting = []
      if (seq % 5 === 0 || seq === STEPS) expect(await checkLedger(db)).toEqual([])
    }
    expect(await compareBalances(db, exchange.state.accounts)).toEqual([])
    const [counts] = await db.query<Record<string, bigint>>(
      `select (select count(*) from futures_fill) as fills,
        (select count(*) from futures_position where closed_seq is not null) as closed,
        (select count(*) from wallet_move) as moves,
        (select count(distinct realm) from futures_fill) as realms,
        (select count(distinct kind) from ledger_entry) as kinds`,
    )
    expect(counts?.['fills']).toBeGreaterThan(100n)
    expect(counts?.['closed']).toBeGreaterThan(20n)
    expect(counts?.['moves']).toBeGreaterThan(20n)
    expect(counts?.['realms']).toBe(2n)

    const dump = await stateFromLedger(db, { instruments: FUTURES_INSTRUMENTS, now: STEPS + 1_000 })
    const rebuilt = createState(FUTURES_INSTRUMENTS, dump)
    expect(keptRows(rebuilt)).toEqual(keptRows(exchange.state))
    expect(await compareBalances(db, rebuilt.accounts)).toEqual([])
    expect(checkFuturesInvariants(rebuilt, { midTurn: true })).toEqual([])
    for (const [id, { engine }] of exchange.state.markets)
      expect(usersIn(rebuilt, id)).toEqual(
        [...engine.book.inOrder()]
          .map((slot) => engine.book.orders.idAt(slot))
          .filter((orderId) => exchange.state.futures.orders.has(orderId)),
      )
  })
})

/** The users' orders of a book, in price-time order. */
const usersIn = ({ markets }: ExchangeState, id: string): number[] => {
  const { book } = markets.get(id)!.engine
  return [...book.inOrder()].map((slot) => book.orders.idAt(slot))
}
