import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  copyOwner,
  createCopyState,
  dumpCopy,
  dumpFollow,
  dumpLead,
  followFrom,
  INDEX_ONE,
  isCopyOrder,
  leadFrom,
  leadOwner,
  restoreCopy,
  slippageOf,
  type CopyFollow,
  type CopyLead,
  type CopyRow,
  type LeadFill,
} from './copyState.ts'

const LARGE = 10n ** 30n

// Every field has a value here, or the file does not compile.
const lead: Required<CopyLead> = {
  id: 3,
  realm: 'live',
  userId: '1',
  holder: '1',
  clientOid: 'l',
  digest: 'd',
  nickname: 'n',
  pairs: ['BTCUSDT'],
  shareBp: 1_000,
  minimum: LARGE + 1n,
  maxFollowers: 5,
  createdAt: 1,
  updatedAt: 2,
  status: 'open',
  paidIn: LARGE + 2n,
  takenOut: LARGE + 3n,
  index: INDEX_ONE + 4n,
  base: LARGE + 5n,
  peak: INDEX_ONE + 6n,
  drawdownPpm: 7,
  markedDay: 8,
  ended: 9,
  lost: 10,
}
const follow: Required<CopyFollow> = {
  id: 7,
  leadId: 3,
  leadUserId: '1',
  realm: 'live',
  userId: '2',
  holder: '2',
  clientOid: 'f',
  digest: 'd',
  shareBp: 1_000,
  mode: 'amount',
  amount: LARGE + 1n,
  slippageBp: 40,
  stopLossPct: 10,
  dailyCap: LARGE + 2n,
  status: 'active',
  end: null,
  paidIn: LARGE + 3n,
  takenOut: LARGE + 4n,
  shared: LARGE + 5n,
  day: 6,
  bought: LARGE + 7n,
  week: 8,
  tries: 9,
  result: -LARGE,
  createdAt: 1,
  updatedAt: 2,
}
const fill: LeadFill = {
  fillId: 11,
  leadId: 3,
  symbol: 'BTCUSDT',
  side: 'sell',
  ticks: 100,
  lots: 5,
  before: '123456789012345678901234567890',
  nextFollow: 8,
  at: 9,
}
const inJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

describe('how far from the price of the lead a copy may trade', () => {
  it.each([
    ['BTCUSDT', null, 30],
    ['ETHUSDT', null, 30],
    ['DOGEUSDT', null, 50],
    ['BTCUSDT', 5, 5],
    ['DOGEUSDT', 0, 0],
  ])('is of %s with %s named %i basis points', (symbol, slippageBp, expected) => {
    expect(slippageOf(symbol, { slippageBp })).toBe(expected)
  })
})

describe('whose an order of copy trading is', () => {
  it('is read from its owner', () => {
    expect([leadOwner(3), copyOwner(7)]).toEqual(['lead:3', 'copy:7'])
    expect(
      [{ owner: copyOwner(7) }, { owner: leadOwner(3) }, {}].map((order) => isCopyOrder(order)),
    ).toEqual([true, false, false])
  })
})

describe('the follows of a lead', () => {
  it('are found by the lead, in the order in which they began', () => {
    const state = createCopyState()
    const follows = [
      { ...follow, id: 9 },
      { ...follow, id: 2 },
      { ...follow, id: 5, leadId: 4 },
    ]
    for (const each of follows) state.addFollow(each)
    expect([...state.followsOf(3)].map(({ id }) => id)).toEqual([9, 2])
    expect([...state.followsOf(4)].map(({ id }) => id)).toEqual([5])
    expect(state.followsOf(8).size).toBe(0)
  })

  it('are none once they are dropped, also twice', () => {
    const state = createCopyState()
    const [first, second] = [
      { ...follow, id: 1 },
      { ...follow, id: 2 },
    ]
    for (const each of [first, second]) state.addFollow(each)
    state.dropFollow(first)
    state.dropFollow(first)
    expect([...state.followsOf(3)]).toEqual([second])
    state.dropFollow(second)
    expect([state.followsOf(3).size, state.follows.size]).toEqual([0, 0])
  })

  it('are those of a plain list through any changes', () => {
    const step = fc.record({ id: fc.nat(9), leadId: fc.nat(2), drops: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const state = createCopyState()
        let left: CopyFollow[] = []
        for (const { id, leadId, drops } of steps) {
          const known = left.find((each) => each.id === id)
          if (known && drops) {
            state.dropFollow(known)
            left = left.filter((each) => each !== known)
          } else if (!known) {
            const added = { ...follow, id, leadId }
            state.addFollow(added)
            left.push(added)
          }
        }
        expect([...state.follows.values()]).toEqual(left)
        for (const leadId of [0, 1, 2])
          expect([...state.followsOf(leadId)]).toEqual(
            left.filter((each) => each.leadId === leadId),
          )
      }),
      { numRuns: 50 },
    )
  })
})

describe('a dump of copy trading', () => {
  it('has every amount as text and comes back whole, through JSON', () => {
    expect(leadFrom(inJson(dumpLead(lead)))).toEqual(lead)
    expect(followFrom(inJson(dumpFollow(follow)))).toEqual(follow)
    expect(dumpFollow(follow).result).toBe(`-1${'0'.repeat(30)}`)
  })

  it('comes back with its leads, follows and fills that wait (CR0)', () => {
    const state = createCopyState()
    state.leads.set(lead.id, lead)
    state.addFollow(follow)
    state.addFollow({ ...follow, id: 8, slippageBp: null, end: 'stopLoss' })
    for (const fillId of [12, 11]) state.pending.set(fillId, { ...fill, fillId })
    const copy = createCopyState()
    restoreCopy(copy, inJson<CopyRow[]>([...dumpCopy(state)]))
    expect([...copy.leads]).toEqual([...state.leads])
    expect([...copy.follows]).toEqual([...state.follows])
    // The oldest first, as they were.
    expect([...copy.pending]).toEqual([...state.pending])
    expect([...copy.followsOf(3)].map(({ id }) => id)).toEqual([7, 8])
  })

  it('is empty before the first command', () => {
    expect([...dumpCopy(createCopyState())]).toEqual([])
  })
})
