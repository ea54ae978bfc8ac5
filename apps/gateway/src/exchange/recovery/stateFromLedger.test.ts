import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { DAY_MS } from '../paper/paperFunds.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { createCommandFlow, FLOW_HOLDERS } from '../../testing/exchangeCommandGenerator.ts'
import { createAccountMoves, runAccountMove } from '../../testing/accountMoves.ts'
import { createExchange } from '../createExchange.ts'
import { createState, type StateDump } from '../state/state.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { plainDump } from '../../testing/stateText.ts'
import { createBatch, type Settleable } from '../ledger/batch.ts'
import { compareBalances } from '../ledger/compareBalances.ts'
import { stateFromLedger } from './stateFromLedger.ts'

const STEPS = 1_500

let db: Database
beforeEach(async () => void (db = await openTestDatabase()), 60_000)
afterEach(() => db.close())

/**
 * The users' orders in each book, in price-time order, under their holders' names: the start of the
 * gateway binds accounts to them.
 */
function queues({ books, owners, orders }: StateDump): Record<string, unknown> {
  const users = new Map(owners.map(([userId, owner]) => [owner, FLOW_HOLDERS[userId] ?? userId]))
  const ids = new Set(orders.map(({ id }) => id))
  return Object.fromEntries(
    Object.entries(books).map(([symbol, book]) => [
      symbol,
      book.orders
        .filter(([id]) => ids.has(id))
        .map(([id, owner, ...place]) => [id, users.get(owner), ...place]),
    ]),
  )
}

/** A run spans two to three days, and top-ups count by the day of their time. */
function overDays(command: ExchangeCommand): ExchangeCommand {
  const at = command.at * 60
  return command.kind === 'paperTopUp'
    ? { ...command, at, day: Math.floor(at / DAY_MS) }
    : { ...command, at }
}

const byId = ({ orders }: StateDump) => orders.toSorted((a, b) => a.id - b.id)
const byName = <T extends readonly [string, ...unknown[]]>(rows: readonly T[]) =>
  rows.toSorted(([a], [b]) => (a < b ? -1 : 1))
const used = ({ accounts }: StateDump) =>
  accounts
    .filter(([, , , balance, held]) => balance !== '0' || held !== '0')
    .map((row) => row.join(' '))
    .sort()

describe('the trading state from the ledger', () => {
  it.each([1, 2, 3])(
    'equals the one in memory after random commands, seed %s (SR7)',
    async (seed) => {
      const nextCommand = createCommandFlow(seed)
      const nextMove = createAccountMoves(seed + 10)
      const exchange = createExchange(SPOT_SYMBOLS)
      let waiting: Settleable[] = []
      let settled = 0
      let at = 0
      for (let seq = 1; seq <= STEPS; seq++) {
        const command = overDays(nextCommand(exchange.state))
        const outcome = exchange.execute(command)
        at = command.at
        const move = 'refused' in outcome ? nextMove(exchange.state) : undefined
        if (!('refused' in outcome)) waiting.push({ seq, effects: outcome.effects })
        else if (move) waiting.push({ seq, effects: runAccountMove(exchange.state, move) })
        if (waiting.length < 1 + (seq % 53) && seq < STEPS) continue
        await db.query('select ledger_settle($1::jsonb)', [
          JSON.stringify(createBatch(waiting, { after: settled, through: seq })),
        ])
        settled = seq
        waiting = []
      }
      const memory = plainDump(exchange.state)
      const ledger = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: at })

      expect(byId(ledger)).toEqual(byId(memory))
      const loaded = createState(SPOT_SYMBOLS, ledger)
      expect(queues(plainDump(loaded))).toEqual(queues(memory))
      expect(Object.values(queues(memory)).flat().length).toBeGreaterThan(0)
      expect(used(ledger)).toEqual(used(memory))
      expect(used(ledger).filter((row) => row.includes('/futures'))).not.toEqual([])
      expect(byName(ledger.paper)).toEqual(byName(memory.paper))
      expect(ledger.grants?.toSorted()).toEqual(memory.grants?.toSorted())
      expect(ledger.keys).toEqual(expect.arrayContaining([...memory.keys]))
      for (const number of ['order', 'trade', 'fill', 'transfer'] as const)
        expect(ledger.next[number]).toBeGreaterThan(memory.next[number] ?? 0)
      // A state that can be loaded, and that the gateway's own comparison finds sound.
      expect(await compareBalances(db, loaded.accounts)).toEqual([])
    },
  )

  it('has lists of orders as they are in memory (SR7)', async () => {
    const exchange = createExchange(SPOT_SYMBOLS)
    const terms = {
      symbol: 'BTCUSDT',
      orderType: 'limit',
      timeInForce: 'gtc',
      prevention: 'taker',
      ticks: 60_000,
      lots: 10,
      budget: 0,
    } as const
    const funds = { BTC: String(10n ** 12n), USDT: String(10n ** 16n) }
    const list = (name: string, filled: number): ExchangeCommand => ({
      ...terms,
      kind: 'paperPlace',
      at: 2,
      userId: 'lists',
      clientOid: name,
      digest: 'd',
      side: 'buy',
      makerPpm: 0,
      takerPpm: 0,
      fills: filled > 0 ? [[60_000, filled]] : [],
      bid: 60_000,
      ask: 60_000,
      rests: filled < 10,
      queueAhead: 0,
      pending: { ...terms, side: 'sell', clientOid: `${name}-2`, listOid: `${name}-list` },
    })
    const commands: ExchangeCommand[] = [
      { kind: 'paperOpen', at: 1, userId: 'lists', funds },
      list('pending', 0),
      list('ready', 10),
    ]
    const [row] = await db.query<{ settled_seq: bigint }>('select settled_seq from ledger_progress')
    const after = Number(row?.settled_seq ?? 0)
    const records = commands.flatMap((command, place) => {
      const outcome = exchange.execute(command)
      return 'refused' in outcome ? [] : [{ seq: after + place + 1, effects: outcome.effects }]
    })
    expect(records).toHaveLength(3)
    await db.query('select ledger_settle($1::jsonb)', [
      JSON.stringify(createBatch(records, { after, through: after + 3 })),
    ])
    const memory = plainDump(exchange.state)
    const ledger = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: 3 })
    expect(byId(memory).map(({ phase }) => phase)).toEqual([undefined, 'pending', 'ready'])
    expect(byId(ledger)).toEqual(byId(memory))
    expect(ledger.keys).toEqual(expect.arrayContaining([...memory.keys]))
  })

  it('refuses a repeated key from before digests were kept (SR7)', async () => {
    await db.query(
      'insert into spot_order (order_id, realm, user_id, client_oid, symbol, side, ' +
        'order_type, time_in_force, ticks, lots, budget, filled_lots, filled_tick_lots, ' +
        "fee, status, season, created_at, updated_at) values (7, 'live', 'ann', 'mine', " +
        "'BTCUSDT', 'buy', 'limit', 'gtc', 1, 1, 0, 0, 0, 0, 'open', 0, 5, 5)",
    )
    const { keys, orders } = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: 10 })
    expect(keys).toEqual([
      ['live:ann:mine', '', { orderId: '7', clientOid: 'mine', status: 'open' }, 5],
    ])
    expect(orders).toMatchObject([{ id: 7, prevention: 'taker', makerPpm: 1000, takerPpm: 1000 }])
  })
})
