import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { plainDump } from '../../testing/stateText.ts'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { stateFromLedger } from '../recovery/stateFromLedger.ts'
import type { ExchangeCommand } from '../state/command.ts'
import { WITHDRAWAL_EVENTS, WITHDRAWAL_STATES, type WithdrawalEvent } from '../state/withdrawals.ts'
import { createBatch, type Settleable } from './batch.ts'
import { compareBalances } from './compareBalances.ts'
import { checkLedger } from './invariants.ts'

let db: Database
beforeAll(async () => void (db = await openTestDatabase()), 60_000)
afterAll(() => db.close())

/** mulberry32. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

it('keeps every rule under random withdrawals, and rebuilds (W3, W6)', async () => {
  const exchange = createExchange(SPOT_SYMBOLS)
  const below = createRandom(11)
  const users = ['1', '2', '3']
  let at = 20_000 * 86_400_000
  const next = (step: number): ExchangeCommand => {
    at += below(60_000)
    const userId = users[below(3)]!
    if (step < 3)
      return {
        kind: 'grant',
        at,
        realm: 'live',
        userId: users[step]!,
        key: users[step]!,
        funds: { USDT: '1000000', ETH: '1000000' },
      }
    const { open } = exchange.state.withdrawals
    if (open.size < 4 || below(4) === 0)
      return {
        kind: 'withdraw',
        at,
        userId,
        clientOid: `w${below(5_000)}`,
        digest: 'd',
        network: below(2) === 0 ? 'evm-a' : 'evm-b',
        asset: below(2) === 0 ? 'USDT' : 'ETH',
        address: '0x1',
        atoms: String(1 + below(5_000)),
        fee: String(below(10)),
        value: String(below(5_000)),
        cap: '100000',
      }
    const withdrawal = [...open.values()][below(open.size)]!
    const fitting = Object.keys(WITHDRAWAL_STATES[withdrawal.state]) as WithdrawalEvent[]
    const from = below(5) === 0 ? WITHDRAWAL_EVENTS : fitting
    const event = from[below(from.length)]!
    const { id, payments } = withdrawal
    const last = payments.at(-1)
    if (event === 'twoApprovals')
      return { kind: 'withdrawalApprove', at, id, approver: `a${below(3)}`, signature: 's' }
    const bump = last ? last.bump + 1 : 0
    const isPayment = event === 'hotEnough' || event === 'unmined'
    const isFinal = event === 'final' || event === 'revertedFinal'
    return {
      kind: 'withdrawalEvent',
      at,
      id,
      event,
      ...(isPayment
        ? { payment: { txHash: `0x${id}${bump}`, raw: '02', nonce: last?.nonce ?? id, bump } }
        : {}),
      ...(isFinal ? { gas: { asset: 'ETH', atoms: String(below(50)) } } : {}),
    }
  }
  let settled = 0
  let waiting: Settleable[] = []
  const seen = new Set<string>()
  for (let seq = 1; seq <= 1_500; seq++) {
    const outcome = exchange.execute(next(seq - 1))
    if (!('refused' in outcome)) {
      waiting.push({ seq, effects: outcome.effects })
      for (const { state } of outcome.effects.withdrawals ?? []) seen.add(state)
    }
    if (waiting.length < 1 + (seq % 53) && seq < 1_500) continue
    await db.query('select ledger_settle($1::jsonb)', [
      JSON.stringify(createBatch(waiting, { after: settled, through: seq })),
    ])
    settled = seq
    waiting = []
    if (seq % 5 === 0 || seq === 1_500) expect(await checkLedger(db)).toEqual([])
  }
  expect([...seen].toSorted()).toHaveLength(10)
  expect(await compareBalances(db, exchange.state.accounts)).toEqual([])
  const { withdrawals } = await stateFromLedger(db, { instruments: SPOT_SYMBOLS, now: at })
  const sorted = (rows: unknown) => JSON.parse(JSON.stringify(rows)) as unknown[]
  expect(new Set(sorted(withdrawals).map(canonical))).toEqual(
    new Set(sorted(plainDump(exchange.state).withdrawals).map(canonical)),
  )
}, 600_000)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, held: unknown) =>
    held !== null && typeof held === 'object' && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : held,
  )
