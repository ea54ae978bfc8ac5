import { describe, expect, it } from 'vitest'
import { INDEX_ONE, leadOwner } from '../../state/copyState.ts'
import { FUNDS, openCopyFixture, USDT } from './testing/copyFixture.ts'

const PRICE = 5_000_000

function begin() {
  const fixture = openCopyFixture()
  fixture.quote(PRICE)
  fixture.openLead()
  const { run, now, asked, marksAt, state } = fixture
  const lead = () => state.copy.leads.get(1)!
  const day = (number: number, ticks: number) =>
    run({ kind: 'copyDay', at: now(), day: number, leadIds: [1], marks: marksAt(ticks) })
  const fund = (direction: 'in' | 'out', atoms: bigint, ticks = PRICE) =>
    run({
      kind: 'copyLeadFund',
      ...asked('ann'),
      leadId: 1,
      direction,
      atoms: String(atoms),
      marks: marksAt(ticks),
    })
  return { ...fixture, ofLead: lead, day, fund }
}

describe('the time-weighted return of a lead (products 1)', () => {
  it('stays as it is when funds go in and out (products 1)', () => {
    const { fund, ofLead, day } = begin()
    expect(fund('in', 500n * USDT)).toBe('0')
    expect(fund('out', 1_200n * USDT)).toBe('0')
    expect(day(1, PRICE)).toBe('0')
    expect([ofLead().index, ofLead().base]).toEqual([INDEX_ONE, 300n * USDT])
  })

  it('counts gains on what was there before (products 1)', () => {
    const { lead, fund, ofLead, day } = begin()
    lead('buy', 2_000, PRICE)
    day(1, PRICE * 2)
    const doubled = ofLead().index
    expect(Number(doubled) / Number(INDEX_ONE)).toBeCloseTo(1.998, 3)
    fund('in', 5_000n * USDT, PRICE * 2)
    day(2, PRICE * 2)
    expect(Number(ofLead().index) / Number(doubled)).toBeCloseTo(1, 9)
  })

  it('remembers the deepest fall from the highest point (products 1)', () => {
    const { lead, ofLead, day } = begin()
    lead('buy', 2_000, PRICE)
    day(1, PRICE * 2)
    day(2, PRICE)
    day(3, PRICE * 3)
    day(4, PRICE * 2)
    expect(ofLead().drawdownPpm).toBe(500_000)
    expect(ofLead().markedDay).toBe(4)
  })
})

describe('the funds of a lead (products 1)', () => {
  it('keeps them from orders of the spot account (products 1)', () => {
    const { order, run, has } = begin()
    expect(has('user:ann')).toBe(FUNDS - 1_000n * USDT)
    const lots = 18_001
    expect(run(order('ann', { lots, ticks: PRICE }))).toBe('balance')
    expect(run(order('ann', { lots: 2_001, ticks: PRICE, owner: leadOwner(1) }))).toBe('balance')
    expect(run(order('ann', { lots: 2_000, ticks: PRICE, owner: leadOwner(1) }))).toBe('0')
    expect(has(leadOwner(1))).toBe(0n)
  })

  it('refuses to take them out while an order holds them (products 1)', () => {
    const { lead, fund } = begin()
    expect(lead('buy', 1_000, PRICE - 100)).toBe('0')
    expect(fund('out', 600n * USDT)).toBe('balance')
    expect(fund('out', 400n * USDT)).toBe('0')
  })

  it.each([0n, -1n])('refuses to move %s (products 8)', (atoms) => {
    expect(begin().fund('in', atoms)).toBe('copy-terms')
  })

  it('brings them home as they are when leading ends (products 1)', () => {
    const { lead, run, now, marksAt, has, state } = begin()
    lead('buy', 500, PRICE)
    lead('buy', 100, PRICE - 1_000)
    const close = { kind: 'copyLeadClose', leadId: 1, marks: marksAt(PRICE) } as const
    expect(run({ ...close, at: now(), userId: 'bob' })).toBe('no-lead')
    expect(run({ ...close, at: now(), userId: 'ann' })).toBe('0')
    expect(has('user:ann')).toBe(FUNDS - 250n * USDT)
    expect(has('user:ann', 'BTC')).toBe(499_500n)
    expect([has(leadOwner(1)), has(leadOwner(1), 'BTC')]).toEqual([0n, 0n])
    expect([state.orders.size, state.copy.leads.size]).toEqual([0, 0])
  })

  it('leaves no fill waiting once leading has ended (products 1)', () => {
    const { follow, lead, run, now, marksAt, state, copyAll } = begin()
    follow('bob')
    lead('buy', 500, PRICE)
    run({ kind: 'copyLeadClose', at: now(), userId: 'ann', leadId: 1, marks: marksAt(PRICE) })
    expect([state.copy.pending.size, copyAll(PRICE)]).toEqual([0, 0])
  })
})

describe('what new followers agree to (products 1)', () => {
  it('does not touch those who agreed before (products 1)', () => {
    const { follow, run, now, state } = begin()
    follow('bob')
    const change = {
      kind: 'copyLeadChange',
      userId: 'ann',
      leadId: 1,
      nickname: 'Anna',
      pairs: ['BTCUSDT'],
      shareBp: 3_000,
      minimum: String(600n * USDT),
      maxFollowers: 2,
    } as const
    expect(run({ ...change, at: now() })).toBe('0')
    expect(run({ ...change, at: now(), userId: 'bob' })).toBe('no-lead')
    expect(run({ ...change, at: now(), shareBp: 3_001 })).toBe('copy-terms')
    expect(follow('eve')).toBe('copy-terms')
    expect(follow('eve', { atoms: String(600n * USDT) })).toBe('0')
    expect([...state.copy.follows.values()].map(({ shareBp }) => shareBp)).toEqual([1_000, 3_000])
  })

  it('says when no place is left (products 1)', () => {
    const fixture = openCopyFixture()
    fixture.quote(PRICE)
    fixture.openLead({ maxFollowers: 1 })
    expect([fixture.follow('bob'), fixture.follow('eve')]).toEqual(['0', 'copy-full'])
  })
})
