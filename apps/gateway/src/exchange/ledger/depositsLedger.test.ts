import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { stateFromLedger } from '../recovery/stateFromLedger.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { dumpDeposits, type DepositRow } from '../state/deposits.ts'
import { LATEST_RULES } from '../state/rules.ts'
import { createState } from '../state/state.ts'
import { createBatch, type Settleable } from './batch.ts'
import { compareBalances } from './compareBalances.ts'
import { checkLedger } from './invariants.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

const STEPS = 1_200

/** Mulberry32: the same commands in every run. */
function createChoice(seed: number) {
  let value = seed
  return (below: number): number => {
    value = (value + 0x6d2b79f5) | 0
    let mixed = Math.imul(value ^ (value >>> 15), 1 | value)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

function commandAt(at: number, choose: (below: number) => number): ExchangeCommand {
  const number = choose(4)
  const name = {
    network: choose(2) ? 'evm-a' : 'evm-b',
    txHash: `0x${number + 60 * Math.floor(at / 100)}`,
    ordinal: 0,
  }
  const userId = `u${choose(4)}`
  switch (choose(8)) {
    case 0:
    case 1:
    case 2:
      // The scan credits a place while it is not stale, once.
      return {
        kind: 'deposit',
        at,
        ...name,
        ...(number % 6 ? { userId: `u${number % 4}` } : {}),
        asset: 'USDT',
        atoms: String(100 + number * 17),
        height: at,
        ...(choose(3) ? {} : { byOperator: true }),
      }
    case 3:
      // Into futures a deposit may go that is not unlocked: it is spent, as by a trade.
      if (choose(2))
        return {
          kind: 'walletMove',
          at,
          realm: 'live',
          userId,
          from: 'spot',
          to: 'futures',
          asset: 'USDT',
          atoms: String(1 + choose(300)),
          clientOid: `m${at}`,
          digest: 'd',
        }
      return {
        kind: 'transfer',
        at,
        askedBy: userId,
        clientOid: `t${at}`,
        fromUserId: userId,
        toUserId: `u${choose(4)}`,
        asset: 'USDT',
        atoms: String(1 + choose(500)),
      }
    case 4:
      return {
        kind: 'treasury',
        at,
        network: name.network,
        asset: 'USDT',
        atoms: String(1 + choose(50)),
        direction: choose(2) ? 'in' : 'out',
        key: `k${choose(20)} ${Math.floor(at / 100)}`,
        height: at,
      }
    case 5:
      if (choose(3) === 0)
        return { kind: 'grant', at, realm: 'live', userId, key: `g${at}`, funds: { USDT: '50' } }
      return choose(10)
        ? { kind: 'depositClaim', at, userId, asset: 'USDT' }
        : { kind: 'depositsStale', at, network: name.network, below: at - 150 }
    default: {
      const events = ['unlockDepth', 'orphaned', 'mined', 'absent', 'absent', 'orphaned'] as const
      return { kind: 'depositEvent', at, ...name, event: events[choose(6)] ?? 'mined', height: at }
    }
  }
}

const rowsOf = (rows: Iterable<DepositRow>): string[] =>
  [...rows].map((row) => JSON.stringify(row, (_, value: unknown) => sorted(value))).toSorted()

const sorted = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

it('keeps deposits under every rule and restores them from the ledger (W1, W2)', async () => {
  const exchange = createExchange(SPOT_SYMBOLS)
  exchange.execute({ kind: 'upgrade', at: 0, version: LATEST_RULES })
  const choose = createChoice(7)
  let settled = 0
  let waiting: Settleable[] = []
  const done = new Set<string>()
  for (let seq = 1; seq <= STEPS; seq++) {
    const command = commandAt(seq, choose)
    const outcome = exchange.execute(command)
    if (!('refused' in outcome)) {
      waiting.push({ seq, effects: outcome.effects })
      done.add(command.kind === 'depositEvent' ? command.event : command.kind)
    }
    if (waiting.length < 1 + (seq % 29) && seq < STEPS) continue
    await db.query('select ledger_settle($1::jsonb)', [
      JSON.stringify(createBatch(waiting, { after: settled, through: seq })),
    ])
    settled = seq
    waiting = []
    if (seq % 5 === 0 || seq === STEPS) expect(await checkLedger(db)).toEqual([])
  }
  done.delete('depositClaim')
  expect([...done].toSorted().join(' ')).toBe(
    'absent deposit depositsStale grant mined orphaned transfer treasury ' +
      'unlockDepth walletMove',
  )
  expect(await compareBalances(db, exchange.state.accounts)).toEqual([])
  const dump = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: STEPS })
  const rebuilt = createState(SPOT_SYMBOLS, dump)
  expect(rowsOf(dumpDeposits(rebuilt.deposits))).toEqual(
    rowsOf(dumpDeposits(exchange.state.deposits)),
  )
}, 600_000)
