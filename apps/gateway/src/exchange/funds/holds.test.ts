import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spotOwner } from '../accounts/owner.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import { createEffectLog } from '../state/effects.ts'
import { marginOwner, openMarginAccount } from '../state/marginState.ts'
import { emptyState, pairOf } from '../state/state.ts'
import { plainOrder } from '../state/testing/plainOrder.ts'
import type { SpotOrder } from '../state/order.ts'
import { closeOrder, heldBy, placeHold, refuseFunds, releaseHold } from './holds.ts'
import { POOL } from './loans.ts'

const NOW = 1_000_000
const USDT = 10n ** 8n

/** User 1 has 100 USDT in the spot and as much in the cross account; the pool has 1,000. */
function open(changes: Partial<SpotOrder> = {}) {
  const state = emptyState(SPOT_SYMBOLS, () => undefined)
  const { accounts, margin } = state
  const order = plainOrder(changes)
  accounts.of('live', spotOwner('1'), 'USDT').balance = 100n * USDT
  accounts.of('live', marginOwner({ userId: '1' }), 'USDT').balance = 100n * USDT
  accounts.of('live', POOL, 'USDT').balance = 1_000n * USDT
  margin.prices.set('USDT', 10n ** 8n)
  margin.pricesAt = NOW
  const pair = pairOf(state, 'BTCUSDT')
  const log = createEffectLog(NOW)
  const of = (owner: string) => accounts.of('live', owner, 'USDT')
  return {
    state,
    order,
    log,
    spot: of(spotOwner('1')),
    own: of(marginOwner({ userId: '1' })),
    pool: of(POOL),
    line: () => state.orderLines.of('live', marginOwner({ userId: '1' })).get('USDT') ?? 0n,
    hold: (amount: bigint) => placeHold(state, log, { order, pair, amount }),
    release: (amount: bigint) => releaseHold(state, log, { order, pair, amount }),
    refusal: (needed: bigint | undefined, limit?: bigint) =>
      refuseFunds(state, {
        order,
        pair,
        needed,
        at: NOW,
        ...(limit === undefined ? {} : { limit: String(limit) }),
      })?.refused,
    close: (status: 'filled' | 'cancelled') => closeOrder(state, log, { order, pair, status }),
  }
}
const ON_CREDIT = { account: 'cross', loan: 'auto' } as const

describe('the funds that an order needs', () => {
  it('are there up to the last atom, less what others hold', () => {
    const { refusal, spot } = open()
    expect([refusal(100n * USDT), refusal(100n * USDT + 1n)?.reason]).toEqual([
      undefined,
      'balance',
    ])
    spot.held = 1n
    expect(refusal(100n * USDT)).toEqual({ reason: 'balance', asset: 'USDT' })
  })

  it('are never there where nobody has as much', () => {
    expect(open().refusal(undefined)).toEqual({ reason: 'balance', asset: 'USDT' })
    expect(open(ON_CREDIT).refusal(undefined)?.reason).toBe('balance')
  })

  it('are those of the base for a sale', () => {
    expect(open({ side: 'sell' }).refusal(1n)).toEqual({ reason: 'balance', asset: 'BTC' })
  })

  it('are not borrowed by an order without a loan', () => {
    const { refusal } = open({ account: 'cross' })
    expect(refusal(100n * USDT + 1n, 1_000n * USDT)?.reason).toBe('balance')
  })

  it.each([
    [100n, 0n, undefined],
    [150n, 49n, 'loan-limit'],
    [150n, 50n, undefined],
    // Twice its funds owed leave a level of 1.5, at which a cross account may not borrow.
    [299n, 1_000n, undefined],
    [300n, 1_000n, 'margin-level'],
    [1_101n, 9_000n, 'pool-empty'],
  ])('are lent up to limit, pool and level: %s within %s', (needed, limit, expected) => {
    const { refusal } = open(ON_CREDIT)
    expect(refusal(needed * USDT, limit * USDT)?.reason).toBe(expected)
  })

  it('are refused to an account that is being liquidated, also its own', () => {
    const { refusal, state } = open(ON_CREDIT)
    openMarginAccount(state.margin, { realm: 'live', userId: '1' }).isLiquidating = true
    expect(refusal(1n)?.reason).toBe('being-liquidated')
  })
})

describe('what an order keeps back', () => {
  it('is held in its account and named by its number', () => {
    const { hold, log, order, spot } = open({ id: 9 })
    hold(60n)
    hold(15n)
    expect([spot.held, order.held, heldBy(order)]).toEqual([75n, 75n, 75n])
    expect(log.seal().holds).toEqual([
      {
        scope: 'order',
        ref: '9',
        realm: 'live',
        owner: 'user:1',
        asset: 'USDT',
        amount: 75n,
      },
    ])
  })

  it('is own funds first, then a line of the pool', () => {
    const { hold, line, log, order, own, pool } = open(ON_CREDIT)
    hold(130n * USDT)
    expect([own.held, pool.held, line()]).toEqual([100n * USDT, 30n * USDT, 30n * USDT])
    expect([order.held, order.line, heldBy(order)]).toEqual([100n * USDT, 30n * USDT, 130n * USDT])
    expect(log.seal().holds.map(({ ref, owner, amount }) => `${ref} ${owner} ${amount}`)).toEqual([
      '1 user:1/margin 10000000000',
      '1:line pool 3000000000',
    ])
  })

  it('is no line where the account has enough', () => {
    const { hold, line, order } = open(ON_CREDIT)
    hold(100n * USDT)
    expect([line(), 'line' in order]).toEqual([0n, false])
  })

  it('is given back the own funds first', () => {
    const { hold, line, order, own, pool, release } = open(ON_CREDIT)
    hold(130n * USDT)
    expect(release(40n * USDT)).toBe(0n)
    expect([own.held, pool.held]).toEqual([60n * USDT, 30n * USDT])
    expect(release(70n * USDT)).toBe(10n * USDT)
    expect([own.held, pool.held, line()]).toEqual([0n, 20n * USDT, 20n * USDT])
    expect(release(20n * USDT)).toBe(20n * USDT)
    expect([pool.held, line(), 'line' in order]).toEqual([0n, 0n, false])
  })

  it('is given back by a change below zero', () => {
    const { hold, order, spot } = open()
    hold(60n)
    hold(-25n)
    expect([spot.held, order.held]).toEqual([35n, 35n])
  })

  it('is never given back twice', () => {
    const { hold, release, spot } = open()
    hold(60n)
    expect(() => release(61n)).toThrow('cannot release more than it holds')
    expect(spot.held).toBe(60n)
    release(60n)
    expect(() => release(1n)).toThrow(RangeError)
  })

  it('is all given back when it ends, filled or not', () => {
    for (const status of ['filled', 'cancelled'] as const) {
      const { close, hold, line, log, order, own, pool, state } = open(ON_CREDIT)
      state.addOrder(order)
      hold(130n * USDT)
      close(status)
      expect([own.held, pool.held, line(), heldBy(order)]).toEqual([0n, 0n, 0n, 0n])
      expect(order).toMatchObject({ status, updatedAt: NOW })
      expect(state.orders.size).toBe(0)
      expect(log.seal().holds.map(({ amount }) => amount)).toEqual([0n, 0n])
    }
  })

  it('is the same in account, pool and order', () => {
    const change = fc.bigInt({ min: -120n, max: 120n })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30, size: 'max' }), (changes) => {
        const { hold, line, order, own, pool } = open(ON_CREDIT)
        own.balance = 200n
        let whole = 0n
        for (const amount of changes) {
          if (whole + amount < 0n) continue
          hold(amount)
          whole += amount
          expect(heldBy(order)).toBe(whole)
          expect([own.held, pool.held, line()]).toEqual([
            order.held,
            order.line ?? 0n,
            order.line ?? 0n,
          ])
          expect(own.held >= 0n && own.held <= own.balance).toBe(true)
          // Nothing is reserved while the account could hold it: what is freed later stays a line.
          expect(order.line === undefined || order.line > 0n).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})
