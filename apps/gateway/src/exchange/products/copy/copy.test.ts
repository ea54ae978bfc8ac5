import { describe, expect, it } from 'vitest'
import { copyOwner } from '../../state/copyState.ts'
import { copyState, stateText } from '../../../testing/stateText.ts'
import { createExchange } from '../../createExchange.ts'
import { SPOT_SYMBOLS } from '../../instruments/symbols.ts'
import { inTurn } from './copyFill.ts'
import { limitTicks } from './planCopy.ts'
import { shareDue } from './shares.ts'
import { FUNDS, openCopyFixture, USDT } from './testing/copyFixture.ts'

const PRICE = 5_000_000

/** A lead with 1,000 USDT, and ann's follower bob with 500. */
function begin() {
  const fixture = openCopyFixture()
  fixture.quote(PRICE)
  fixture.openLead()
  fixture.follow('bob')
  return fixture
}

describe('a copied fill (products 1)', () => {
  it('buys by the ratio of what both are worth (products 1)', () => {
    const { lead, copyAll, funds, state } = begin()
    expect(lead('buy', 800, PRICE)).toBe('0')
    expect(copyAll(PRICE)).toBe(1)
    // Half of the lead's money buys half of the 0.008 BTC, less what the lead's fee cost.
    expect(funds(1, 'BTC')).toBe((400n * 1_000n * 999n) / 1_000n)
    expect(funds(1)).toBe(300n * USDT)
    expect(state.copy.pending.size).toBe(0)
  })

  it('sells the part of the holding that the lead sold (products 1)', () => {
    const { lead, copyAll, funds } = begin()
    lead('buy', 800, PRICE)
    copyAll(PRICE)
    expect(lead('sell', 399, PRICE - 1)).toBe('0')
    copyAll(PRICE)
    expect(funds(1, 'BTC')).toBe(399_600n - 199_000n)
  })

  it('is copied once, even when it is asked for again (products 1)', () => {
    const { lead, copyAll, run, now, marksAt, funds } = begin()
    lead('buy', 800, PRICE)
    copyAll(PRICE)
    const before = funds(1)
    const again = { kind: 'copyFill', at: now(), fillId: 1, marks: marksAt(PRICE) } as const
    const rows = [{ followId: 1, makerPpm: 0, takerPpm: 0 }]
    expect(run({ ...again, rows })).toBe('no-lead')
    expect(funds(1)).toBe(before)
  })

  it('is left out for a follow that began after it (products 1)', () => {
    const { lead, follow, copyAll, funds } = begin()
    lead('buy', 800, PRICE)
    follow('eve')
    copyAll(PRICE)
    expect([funds(1), funds(2)]).toEqual([300n * USDT, 500n * USDT])
  })

  it('never trades with the lead whose fill it copies (products 1)', () => {
    const { order, run, lead, quote, copyAll, funds } = begin()
    quote(PRICE, 800)
    expect(lead('buy', 800, PRICE)).toBe('0')
    expect(run(order('ann', { side: 'sell', lots: 1, ticks: PRICE }))).toBe('balance')
    expect(lead('sell', 700, PRICE + 100)).toBe('0')
    copyAll(PRICE)
    expect(funds(1, 'BTC')).toBe(0n)
  })

  it('never trades with orders of its own follower (products 1)', () => {
    const { order, run, lead, quote, copyAll, funds } = begin()
    run({
      kind: 'grant',
      at: 5_000,
      realm: 'live',
      userId: 'bob',
      key: 'coins',
      funds: { BTC: '100000000' },
    })
    quote(PRICE, 800)
    lead('buy', 800, PRICE)
    expect(run(order('bob', { side: 'sell', lots: 900, ticks: PRICE }))).toBe('0')
    copyAll(PRICE)
    expect(funds(1, 'BTC')).toBe(0n)
  })

  it('takes followers in the order of their hashes (products 1)', () => {
    const follows = [1, 2, 3, 4, 5].map((id) => ({ id }))
    const turns = [7, 8].map((fillId) => inTurn(follows, { fillId }).map(({ id }) => id))
    expect(turns[0]).not.toEqual(turns[1])
    expect(turns.map((turn) => turn.toSorted((a, b) => a - b))).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ])
  })

  it.each([
    ['buy', 100_000, 30, 100_300],
    ['buy', 333, 30, 333],
    ['sell', 100_000, 30, 99_700],
    ['sell', 333, 30, 333],
    ['sell', 1, 50, 1],
  ] as const)('limits a %s at %i by %i bp to %i (products 1)', (side, ticks, bp, limit) => {
    expect(limitTicks({ side, ticks }, bp)).toBe(limit)
  })
})

describe('a skip says why (products 1)', () => {
  const reasonOf = (
    change: Parameters<ReturnType<typeof openCopyFixture>['follow']>[1],
    { lots = 800, wait = 0, price = PRICE, event = undefined as 'pause' | undefined } = {},
  ) => {
    const fixture = openCopyFixture()
    fixture.quote(PRICE)
    fixture.openLead()
    fixture.follow('bob', change)
    fixture.lead('buy', lots, PRICE)
    const { marksAt, execute, state } = fixture
    if (event)
      fixture.run({
        kind: 'copyFollowEvent',
        at: fixture.now(),
        followId: 1,
        event,
        marks: marksAt(PRICE),
      })
    if (price !== PRICE) fixture.quote(price)
    fixture.pass(wait)
    const outcome = execute({
      kind: 'copyFill',
      at: fixture.now(),
      fillId: [...state.copy.pending.keys()][0]!,
      marks: marksAt(PRICE),
      rows: [{ followId: 1, makerPpm: 1_000, takerPpm: 1_000 }],
    })
    return 'refused' in outcome ? outcome.refused.reason : outcome.effects.copy?.orders[0]?.reason
  }

  it.each([
    ['minimum', reasonOf({ mode: 'amount', amount: String(4n * USDT) })],
    ['slippage', reasonOf({}, { price: PRICE + 50_000 })],
    ['dailyCap', reasonOf({ dailyCap: String(20n * USDT) })],
    ['paused', reasonOf({}, { event: 'pause' })],
    ['backlog', reasonOf({}, { wait: 10_001 })],
    [null, reasonOf({})],
  ])('names %s (products 1)', (expected, reason) => expect(reason).toBe(expected))

  it('names funds when the money is spent, and a pair left', () => {
    const { follow, lead, copyAll, run, now, execute, marksAt, state } = begin()
    follow('eve', { mode: 'amount', amount: String(499n * USDT) })
    lead('buy', 100, PRICE)
    copyAll(PRICE)
    lead('buy', 100, PRICE)
    run({
      kind: 'copyLeadChange',
      at: now(),
      userId: 'ann',
      leadId: 1,
      nickname: 'Ann',
      pairs: ['ETHUSDT'],
      shareBp: 0,
      minimum: '1',
      maxFollowers: 3,
    })
    const rows = [{ followId: 1, makerPpm: 0, takerPpm: 0 }]
    const copied = (fillId: number, followId: number) => {
      const outcome = execute({
        kind: 'copyFill',
        at: now(),
        fillId,
        marks: marksAt(PRICE),
        rows: rows.map((row) => ({ ...row, followId })),
      })
      return 'refused' in outcome ? undefined : outcome.effects.copy?.orders[0]?.reason
    }
    expect(copied([...state.copy.pending.keys()][0]!, 1)).toBe('pair')
    run({
      kind: 'copyLeadChange',
      at: now(),
      userId: 'ann',
      leadId: 1,
      nickname: 'Ann',
      pairs: ['BTCUSDT'],
      shareBp: 0,
      minimum: '1',
      maxFollowers: 3,
    })
    lead('buy', 100, PRICE)
    expect(copied([...state.copy.pending.keys()][0]!, 2)).toBe('funds')
  })
})

describe('closing (products 1)', () => {
  it('sells, pays the share and brings the money home (products 1)', () => {
    const { lead, copyAll, quote, run, now, marksAt, sell, has, state, funds } = begin()
    lead('buy', 1_800, PRICE)
    copyAll(PRICE)
    quote(PRICE * 2)
    run({
      kind: 'copyFollowEvent',
      at: now(),
      followId: 1,
      event: 'close',
      marks: marksAt(PRICE * 2),
    })
    const before = has('user:ann')
    expect(sell(1, PRICE * 2)).toBe('0')
    expect(state.copy.follows.size).toBe(0)
    const share = has('user:ann') - before
    expect(share).toBeGreaterThan(44n * USDT)
    expect([funds(1), funds(1, 'BTC')]).toEqual([0n, 0n])
    // 450 of 500 USDT doubled, less three fees and the tenth.
    expect(has('user:bob') - FUNDS).toBeGreaterThan(400n * USDT)
    expect(state.copy.leads.get(1)).toMatchObject({ ended: 1, lost: 0 })
  })

  it('moves what nobody buys as it is after three tries (products 1)', () => {
    const { lead, copyAll, quote, run, now, marksAt, sell, has, state } = begin()
    lead('buy', 1_800, PRICE)
    copyAll(PRICE)
    quote(PRICE / 2)
    const marks = marksAt(PRICE)
    run({ kind: 'copyFollowEvent', at: now(), followId: 1, event: 'close', marks })
    expect([1, 2].map(() => [sell(1, PRICE), state.copy.follows.size])).toEqual([
      ['0', 1],
      ['0', 1],
    ])
    expect([sell(1, PRICE), state.copy.follows.size]).toEqual(['0', 0])
    expect(has('user:bob', 'BTC')).toBeGreaterThan(800_000n)
    expect(has(copyOwner(1), 'BTC')).toBe(0n)
  })
})

describe('the profit share (products 1)', () => {
  it('is due above the highest profit only (products 1)', () => {
    let shared = 0n
    const dues = [200n, 50n, 260n].map((profit) => {
      const due = shareDue({ shared, shareBp: 1_000 }, profit)
      shared += due
      return due
    })
    expect(dues).toEqual([20n, 0n, 6n])
  })

  it('is settled on a Monday once, later while in coins (products 1)', () => {
    const { lead, copyAll, quote, run, now, marksAt, state, has } = begin()
    lead('buy', 1_000, PRICE)
    copyAll(PRICE)
    quote(PRICE * 2)
    const week = (monday: number) =>
      run({
        kind: 'copyWeek',
        at: now(),
        week: monday,
        followIds: [1],
        marks: marksAt(PRICE * 2),
      })
    const before = has('user:ann')
    expect(week(4)).toBe('0')
    expect(has('user:ann')).toBe(before)
    lead('sell', 999, PRICE * 2 - 1)
    copyAll(PRICE * 2)
    expect(week(4)).toBe('copy-state')
    expect(week(11)).toBe('0')
    const { shared } = state.copy.follows.get(1)!
    expect(has('user:ann') - before).toBe(shared)
    expect(shared).toBeGreaterThan(20n * USDT)
  })

  it('is paid before funds are taken out (products 1)', () => {
    const { lead, copyAll, quote, run, asked, marksAt, state, funds } = begin()
    lead('buy', 1_000, PRICE)
    copyAll(PRICE)
    quote(PRICE * 2)
    lead('sell', 999, PRICE * 2 - 1)
    copyAll(PRICE * 2)
    const out = (atoms: bigint) =>
      run({
        kind: 'copyFollowFund',
        ...asked('bob'),
        followId: 1,
        direction: 'out',
        atoms: String(atoms),
        marks: marksAt(PRICE * 2),
      })
    expect(out(funds(1))).toBe('balance')
    expect(out(100n * USDT)).toBe('0')
    expect(state.copy.follows.get(1)?.shared).toBeGreaterThan(20n * USDT)
  })
})

describe('what is refused (products 1)', () => {
  it('refuses a follow of oneself, twice, too small, of another user', () => {
    const { follow, run, asked, marksAt } = begin()
    expect(follow('ann')).toBe('copy-own')
    expect(follow('sub', { holder: 'ann' })).toBe('copy-own')
    expect(follow('bob')).toBe('copy-twice')
    expect(follow('eve', { atoms: String(9n * USDT) })).toBe('copy-terms')
    expect(follow('eve', { atoms: String(FUNDS + 1n) })).toBe('balance')
    expect(follow('eve', { leadId: 2 })).toBe('no-lead')
    expect(follow('eve', { realm: 'paper' })).toBe('no-lead')
    expect(follow('eve', { stopLossPct: 96 })).toBe('copy-terms')
    const fund = { kind: 'copyFollowFund', followId: 1, direction: 'out', atoms: '1' } as const
    expect(run({ ...fund, ...asked('eve'), marks: marksAt(PRICE) })).toBe('no-follow')
    expect(run({ ...fund, ...asked('bob'), atoms: '-1', marks: [] })).toBe('copy-terms')
  })

  it('refuses a lead beyond terms or funds, and a second one', () => {
    const { openLead } = openCopyFixture()
    expect(openLead({ shareBp: 3_001 })).toBe('copy-terms')
    expect(openLead({ maxFollowers: 301 })).toBe('copy-terms')
    expect(openLead({ pairs: ['NOPE'] })).toBe('copy-terms')
    expect(openLead({ atoms: String(FUNDS + 1n) })).toBe('balance')
    expect(openLead({ clientOid: 'k' })).toBe('0')
    expect(openLead({ clientOid: 'k' })).toBe('key-used')
    expect(openLead()).toBe('copy-twice')
  })
})

it('continues from a snapshot between a fill and its copies (products 1)', () => {
  const { lead, exchange, copyAll } = begin()
  lead('buy', 800, PRICE)
  const copy = createExchange(SPOT_SYMBOLS, copyState(exchange.state))
  expect(stateText(copy.state)).toBe(stateText(exchange.state))
  const [fillId] = [...exchange.state.copy.pending.keys()]
  copyAll(PRICE)
  expect(copy.state.copy.pending.has(fillId!)).toBe(true)
})
