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
  expect(record).toMatchObject({ version: 3, since: 0 })
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
  const elsewhere = { kind: 'check', version: 3, since: 7, hash: 'another', pairs: [] } as const
  expect(replica.agrees(9, elsewhere)).toBe(true)
})

const touched: Effects = {
  ...none,
  at: 1,
  accounts: [{ realm: 'live', owner: 'user:1', asset: 'BTC', balance: 7n, held: 3n }],
  market: [{ kind: 'level', instrumentId: 'BTCUSDT', side: 'sell', level: [1, 2] }],
}
/** As the gateways of then wrote them about `touched`. */
const FORMER_RECORDS = [
  [1, { hash: '08ff72e3cdcd600554e9c0b97bcd6173d8969b63fc2443e7dc9b26843f8a0979' }],
  [2, { version: 2, hash: 'fb2f3e772b7441ca9dfdedb889b4d39eb3b3fb2e7ce25fe4ff1ca7b98886ebca' }],
] as const

it.each(FORMER_RECORDS)('verifies a stored record of version %i (CR0)', (_, stored) => {
  const record = { kind: 'check', since: 0, pairs: [], ...stored } as const
  const [same, other] = [start(), start()]
  same.add(touched, { isReplayed: true })
  other.add({ ...touched, accounts: [] }, { isReplayed: true })
  expect([same.agrees(2, record), other.agrees(2, record)]).toEqual([true, false])
})

it('verifies records of rising versions in one journal (CR0)', () => {
  const replica = start()
  for (const [at, { version, hash }] of [
    [2, { version: undefined, hash: FORMER_RECORDS[0][1].hash }],
    [4, FORMER_RECORDS[1][1]],
  ] as const) {
    replica.add(touched, { isReplayed: true })
    const since = at - 2 && 2
    const record = { kind: 'check', since, hash, pairs: [], ...(version && { version }) } as const
    expect(replica.agrees(at, record)).toBe(true)
  }
  const leader = start()
  leader.take(4)
  for (const each of [leader, replica]) each.add(effects(9), { isReplayed: each === replica })
  expect(replica.agrees(6, leader.take(6))).toBe(true)
})
