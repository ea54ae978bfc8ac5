import { expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { Effects } from './effects.ts'
import { createReplayCheck } from './replayCheck.ts'

const start = () => createReplayCheck(createExchange(SPOT_SYMBOLS).state, { since: 0 })
const none = { transactions: [], fills: [], transfers: [], holds: [], orders: [], accounts: [] }
const effects = (at: number): Effects => ({ ...none, at, market: [] })

it('agrees with a replica that did the same (CR0)', () => {
  const [leader, replica] = [start(), start()]
  leader.add(effects(1))
  replica.add(effects(1), { isReplayed: true })
  const record = leader.take(2)
  expect(record).toMatchObject({ version: 2, since: 0 })
  expect(replica.agrees(2, record)).toBe(true)
})

it('finds a difference that no balance shows (CR0)', () => {
  const [leader, replica] = [start(), start()]
  leader.add(effects(1))
  replica.add(effects(9), { isReplayed: true })
  expect(replica.agrees(2, leader.take(2))).toBe(false)
})

it('verifies a record without a version by the former numbers (CR0)', () => {
  const replica = start()
  replica.add(effects(1), { isReplayed: true })
  const wrong = { kind: 'check', since: 0, hash: 'another', pairs: [] } as const
  expect(replica.agrees(2, wrong)).toBe(false)
})

it('passes over a record that counts from elsewhere (CR0)', () => {
  const replica = start()
  replica.add(effects(1), { isReplayed: true })
  const elsewhere = { kind: 'check', version: 2, since: 7, hash: 'another', pairs: [] } as const
  expect(replica.agrees(9, elsewhere)).toBe(true)
})
