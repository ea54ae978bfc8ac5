import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { SPOT_SYMBOLS } from '../instruments/symbols.ts'
import type { EarnSubscribeCommand, ProductCommand } from '../state/productCommand.ts'
import type { EarnTier } from '../state/productsState.ts'
import { DAY_MS, EARN_POOL, earnOwner } from './earn.ts'
import { createBelow } from './testing/productFlow.ts'

const TODAY = 20_000
const USDT = 10n ** 8n
const FIVE: readonly EarnTier[] = [[null, 500]]
const MANY = String(10n ** 30n)

/** Each user has 1,000 USDT, the pool what is asked for. */
function open({ pool = 1_000n * USDT }: { readonly pool?: bigint } = {}) {
  const exchange = createExchange(SPOT_SYMBOLS)
  const run = (command: Parameters<typeof exchange.execute>[0]) => {
    const outcome = exchange.execute(command)
    return 'refused' in outcome ? outcome.refused.reason : '0'
  }
  for (const userId of ['ann', 'ben', 'sub'])
    run({
      kind: 'grant',
      at: 1,
      realm: 'live',
      userId,
      key: userId,
      funds: { USDT: String(1_000n * USDT) },
    })
  run({ kind: 'earnFund', at: 1, key: 'a', asset: 'USDT', atoms: String(pool) })
  let count = 0
  const subscribe = (changes: Partial<EarnSubscribeCommand> = {}) =>
    run({
      kind: 'earnSubscribe',
      at: TODAY * DAY_MS + 5,
      userId: 'ann',
      holder: 'ann',
      clientOid: `s${++count}`,
      digest: 'd',
      productId: 'flex',
      asset: 'USDT',
      days: 0,
      tiers: FIVE,
      quota: MANY,
      perUser: MANY,
      atoms: String(10n * USDT),
      autoRenew: false,
      ...changes,
    })
  const redeem = (positionId: number, atoms: bigint, changes: object = {}) =>
    run({
      kind: 'earnRedeem',
      at: (TODAY + 1) * DAY_MS + 5,
      userId: 'ann',
      clientOid: `r${++count}`,
      digest: 'd',
      positionId,
      atoms: String(atoms),
      dayQuota: MANY,
      ...changes,
    })
  /** Counts a day for all positions of a product, the younger ones first, right after its end. */
  const day = (number: number, { productId = 'flex', tiers = FIVE } = {}) =>
    run({
      kind: 'earnDay',
      at: (number + 1) * DAY_MS,
      productId,
      day: number,
      tiers,
      positionIds: [...exchange.state.products.positions.keys()].reverse(),
    })
  const has = (owner: string) => exchange.state.accounts.spendable('live', owner, 'USDT')
  const position = (id: number) => exchange.state.products.positions.get(id)
  return { exchange, run, subscribe, redeem, day, has, position }
}
const earned = (has: (owner: string) => bigint, spent: bigint) =>
  has('user:ann') - 1_000n * USDT + spent

describe('interest of a flexible product (products 3)', () => {
  it('is 4109589 atoms for 10 USDT at 5 % in 30 days', () => {
    const { subscribe, day, has, position } = open()
    expect(subscribe()).toBe('0')
    for (let at = 1; at <= 30; at++) expect(day(TODAY + at)).toBe('0')
    expect(earned(has, 10n * USDT)).toBe(4_109_589n)
    expect(position(1)).toMatchObject({ paid: 4_109_589n, nextDay: TODAY + 31 })
  })

  it('counts from the next UTC day, and each day once', () => {
    const { subscribe, day, has, position } = open()
    subscribe()
    day(TODAY)
    expect([earned(has, 10n * USDT), position(1)?.nextDay]).toEqual([0n, TODAY + 1])
    day(TODAY + 1)
    day(TODAY + 1)
    day(TODAY + 3)
    expect([earned(has, 10n * USDT), position(1)?.nextDay]).toEqual([136_986n, TODAY + 2])
  })

  it('does not count a day that is not over', () => {
    const { subscribe, run } = open()
    subscribe()
    const at = (TODAY + 2) * DAY_MS - 1
    expect(
      run({
        kind: 'earnDay',
        at,
        productId: 'flex',
        day: TODAY + 1,
        tiers: FIVE,
        positionIds: [1],
      }),
    ).toBe('no-position')
  })

  it('counts tiers over all that a holder has, however it is divided', () => {
    const tiers: readonly EarnTier[] = [
      [String(5n * USDT), 1_000],
      [null, 100],
    ]
    const paid = [[10n], [3n, 7n], [1n, 1n, 1n, 1n, 1n, 1n, 1n, 1n, 1n, 1n]].map((parts) => {
      const { subscribe, day, has } = open()
      for (const part of parts) subscribe({ atoms: String(part * 73n * USDT) })
      day(TODAY + 1, {
        tiers: tiers.map(([upTo, bp]) => [upTo && String(BigInt(upTo) * 73n), bp]),
      })
      return earned(has, 730n * USDT)
    })
    expect(new Set(paid)).toEqual(new Set([(365n * USDT * 1_100n) / 3_650_000n]))
  })

  it('is not paid for a day on which the principal left', () => {
    const { subscribe, redeem, day, has } = open()
    subscribe()
    expect(redeem(1, 10n * USDT)).toBe('0')
    day(TODAY + 1)
    expect(earned(has, 0n)).toBe(0n)
  })

  it('equals Python fractions on 1,000 calendars', (context) => {
    if (spawnSync('python3', ['--version']).status !== 0) return context.skip()
    const below = createBelow(5)
    const cases = Array.from({ length: 1_000 }, () => {
      const limits = [below(50_000), below(900_000) + 50_000].map((limit) => String(limit + 1))
      const depth = below(3)
      const days = 1 + below(12)
      const principal = () => String(1 + below(2_000_000) * (below(3) === 0 ? 40_009 : 1))
      return {
        principal: principal(),
        days,
        older: below(2) === 0 ? [] : [[principal(), 1 + below(days)] as const],
        tiers: [
          ...limits.slice(0, depth).map((limit) => [limit, below(3_000)] as const),
          [null, below(1_500)] as const,
        ],
      }
    })
    const answers = execFileSync(
      'python3',
      [path.join(import.meta.dirname, 'testing/earnReference.py')],
      { input: cases.map((each) => JSON.stringify(each)).join('\n'), encoding: 'utf8' },
    )
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as string[]).map(BigInt))
    cases.forEach(({ principal, days, tiers, older }, at) => {
      const { subscribe, day, has } = open()
      for (const [atoms, term] of older) subscribe({ atoms, days: term, tiers, userId: 'sub' })
      subscribe({ atoms: principal })
      const paid = Array.from({ length: days }, (_, number) => {
        const before = has('user:ann')
        day(TODAY + 1 + number, { tiers })
        return has('user:ann') - before
      })
      expect(paid, JSON.stringify(cases[at])).toEqual(answers[at])
    })
  })
})

describe('a fixed product (products 3)', () => {
  const FIXED = { productId: 'fixed', days: 7, tiers: [[null, 730]] } as const
  const count = (day: ReturnType<typeof open>['day'], from: number, to: number) => {
    for (let at = from; at <= to; at++) day(TODAY + at, { productId: 'fixed', tiers: FIVE })
  }

  it('pays principal and interest at the end of its term', () => {
    const { subscribe, day, has, position } = open()
    subscribe(FIXED)
    count(day, 1, 6)
    expect(earned(has, 10n * USDT)).toBe(0n)
    count(day, 7, 7)
    expect([has('user:ann'), position(1), has(earnOwner('fixed'))]).toEqual([
      1_000n * USDT + (10n * USDT * 730n * 7n) / 3_650_000n,
      undefined,
      0n,
    ])
  })

  it('begins another term when it renews, and pays the first one', () => {
    const { subscribe, day, has, position, run } = open()
    subscribe({ ...FIXED, autoRenew: true })
    count(day, 1, 7)
    const interest = (10n * USDT * 730n * 7n) / 3_650_000n
    expect([earned(has, 10n * USDT), position(1)?.startDay]).toEqual([interest, TODAY + 8])
    expect(
      run({ kind: 'earnRenewal', at: 1, userId: 'ben', positionId: 1, autoRenew: false }),
    ).toBe('no-position')
    run({ kind: 'earnRenewal', at: 1, userId: 'ann', positionId: 1, autoRenew: false })
    count(day, 8, 14)
    expect([earned(has, 0n), position(1)]).toEqual([2n * interest, undefined])
  })

  it('gives the principal back without interest when it is broken', () => {
    const { subscribe, redeem, day, has } = open()
    subscribe(FIXED)
    count(day, 1, 6)
    expect(redeem(1, 5n * USDT, { at: (TODAY + 7) * DAY_MS })).toBe('earn-limit')
    expect(redeem(1, 10n * USDT, { at: (TODAY + 7) * DAY_MS })).toBe('0')
    count(day, 7, 8)
    expect([has('user:ann'), has(EARN_POOL)]).toEqual([1_000n * USDT, 1_000n * USDT])
  })
})

describe('a redemption (products 3)', () => {
  it('is paid at once within the quota, else after the day', () => {
    const { subscribe, redeem, day, has, position } = open()
    subscribe()
    const dayQuota = String(4n * USDT)
    expect(redeem(1, 3n * USDT, { dayQuota })).toBe('0')
    expect(redeem(1, 2n * USDT, { dayQuota })).toBe('0')
    expect([has('user:ann'), position(1)?.redeeming]).toEqual([993n * USDT, 2n * USDT])
    expect(redeem(1, 6n * USDT, { dayQuota })).toBe('earn-limit')
    day(TODAY + 1)
    // What waits counts for its day, for it was in the product until the end.
    const interest = (7n * USDT * 500n) / 3_650_000n
    expect([has('user:ann'), position(1)?.principal, position(1)?.redeeming]).toEqual([
      995n * USDT + interest,
      5n * USDT,
      0n,
    ])
  })

  it('is refused for another user’s position and above the principal', () => {
    const { subscribe, redeem } = open()
    subscribe()
    expect(redeem(1, 1n, { userId: 'ben' })).toBe('no-position')
    expect(redeem(2, 1n)).toBe('no-position')
    expect(redeem(1, 10n * USDT + 1n)).toBe('earn-limit')
    expect(redeem(1, 0n)).toBe('earn-limit')
    expect(redeem(1, -1n)).toBe('earn-limit')
  })

  it('runs once for each clientOid, as a subscription does', () => {
    const { subscribe, redeem, has } = open()
    expect(subscribe({ clientOid: 'once' })).toBe('0')
    expect(subscribe({ clientOid: 'once' })).toBe('key-used')
    expect(redeem(1, USDT, { clientOid: 'back' })).toBe('0')
    expect(redeem(1, USDT, { clientOid: 'back' })).toBe('key-used')
    expect(has('user:ann')).toBe(991n * USDT)
  })
})

describe('limits of a product (products 3)', () => {
  it('holds a holder with sub-accounts, and everybody together, to their quotas', () => {
    const { subscribe } = open()
    const perUser = String(15n * USDT)
    expect(subscribe({ perUser })).toBe('0')
    expect(subscribe({ perUser, userId: 'sub', atoms: String(6n * USDT) })).toBe('earn-limit')
    expect(subscribe({ perUser, userId: 'sub', atoms: String(5n * USDT) })).toBe('0')
    const quota = String(20n * USDT)
    const ben = { userId: 'ben', holder: 'ben', quota }
    expect(subscribe({ ...ben, atoms: String(5n * USDT + 1n) })).toBe('earn-limit')
    expect(subscribe({ ...ben, atoms: String(5n * USDT) })).toBe('0')
  })

  it('refuses more than there is', () => {
    const { subscribe } = open()
    expect(subscribe({ atoms: String(1_000n * USDT + 1n) })).toBe('balance')
    expect(subscribe({ atoms: '0' })).toBe('earn-limit')
  })

  it('pauses a product without funds, and pays every day later', () => {
    const { subscribe, day, has, run, position, exchange } = open({ pool: 200_000n })
    subscribe()
    day(TODAY + 1)
    expect(earned(has, 10n * USDT)).toBe(136_986n)
    day(TODAY + 2)
    expect([earned(has, 10n * USDT), position(1)?.nextDay]).toEqual([136_986n, TODAY + 2])
    expect([...exchange.state.products.paused]).toEqual(['flex'])
    expect(subscribe()).toBe('earn-paused')
    const fund: ProductCommand = {
      kind: 'earnFund',
      at: 2,
      key: 'b',
      asset: 'USDT',
      atoms: '500000',
    }
    run(fund)
    run(fund)
    expect(has(EARN_POOL)).toBe(200_000n - 136_986n + 500_000n)
    day(TODAY + 2)
    day(TODAY + 3)
    expect(earned(has, 10n * USDT)).toBe((3n * 10n * USDT * 500n) / 3_650_000n)
    expect(subscribe()).toBe('0')
  })

  it('takes no more from the treasury than it has, and once', () => {
    const { run, has } = open({ pool: 0n })
    const coins = { at: 2, asset: 'USDT', network: 'n', height: 1 } as const
    run({ kind: 'treasury', ...coins, atoms: '500', direction: 'in', key: 'first' })
    const fill = (key: string, atoms: string, asset = 'USDT') =>
      run({ kind: 'earnFund', at: 2, key, asset, atoms, from: 'treasury' })
    expect([fill('b', '501'), fill('c', '1', 'BTC')]).toEqual(['balance', 'balance'])
    expect([has('treasury'), has(EARN_POOL)]).toEqual([500n, 0n])
    // A key that was refused is free.
    expect([fill('b', '300'), fill('b', '300'), fill('d', '201')]).toEqual(['0', '0', 'balance'])
    expect([has('treasury'), has(EARN_POOL)]).toEqual([200n, 300n])
  })
})
