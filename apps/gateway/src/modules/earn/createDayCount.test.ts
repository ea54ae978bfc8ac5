import { beforeEach, describe, expect, it } from 'vitest'
import { createExchange } from '../../exchange/createExchange.ts'
import { SPOT_SYMBOLS } from '../../exchange/instruments/symbols.ts'
import type { ExchangeCommand } from '../../exchange/state/command.ts'
import { createDayCount, heldProducts } from './createDayCount.ts'
import type { EarnProductTerms } from './earnProducts.ts'

const DAY_MS = 86_400_000
const USDT = 10n ** 8n
/** A day of 73,000 USDT at 5 %: 10 USDT. */
const FLEXIBLE: EarnProductTerms = {
  id: 'flexible',
  asset: 'USDT',
  days: 0,
  tiers: [[null, 500]],
  minimum: '1',
  perUser: '1000000',
  quota: '10000000',
  dayQuota: '1000',
}
const FIXED: EarnProductTerms = { ...FLEXIBLE, id: 'fixed', days: 3 }
const PRINCIPAL = 73_000n * USDT
const INTEREST = 10n * USDT

function setUp({ products = [FLEXIBLE, FIXED], pool = 1_000n * USDT } = {}) {
  const exchange = createExchange(SPOT_SYMBOLS)
  const commands: ExchangeCommand[] = []
  const world = { now: 0, isDiskSlow: undefined as (() => Promise<void>) | undefined }
  const run = (command: ExchangeCommand): void => {
    commands.push(command)
    const outcome = exchange.execute(command)
    if ('refused' in outcome) throw new Error(outcome.refused.reason)
  }
  const funds = { USDT: String(10n ** 6n * USDT) }
  for (const userId of ['u', 'v'])
    run({ kind: 'grant', at: 0, realm: 'live', userId, key: userId, funds })
  const fill = (atoms: bigint, key: string) =>
    run({ kind: 'earnFund', at: 0, key, asset: 'USDT', atoms: String(atoms) })
  fill(pool, 'first')
  const start = (offered: readonly EarnProductTerms[] = products) =>
    createDayCount({
      service: {
        core: { state: exchange.state },
        run,
        confirm: async (value: unknown) => {
          await world.isDiskSlow?.()
          return value
        },
      } as never,
      clock: { now: () => world.now },
      products: offered,
    })
  function subscribe(
    { id, days }: EarnProductTerms,
    { userId = 'u', atoms = PRINCIPAL, autoRenew = false } = {},
  ): number {
    const positionId = exchange.state.next.earn ?? 1
    run({
      kind: 'earnSubscribe',
      at: world.now,
      userId,
      holder: userId,
      clientOid: `s${positionId}`,
      digest: 'd',
      productId: id,
      asset: 'USDT',
      days,
      autoRenew,
      tiers: [[null, 500]],
      quota: String(10n ** 20n),
      perUser: String(10n ** 20n),
      atoms: String(atoms),
    })
    return positionId
  }
  const redeem = (positionId: number, atoms: bigint, dayQuota = 0n) =>
    run({
      kind: 'earnRedeem',
      at: world.now,
      userId: 'u',
      clientOid: `r${commands.length}`,
      digest: 'd',
      positionId,
      atoms: String(atoms),
      dayQuota: String(dayQuota),
    })
  const paid = (positionId: number) => exchange.state.products.positions.get(positionId)?.paid
  const balance = (owner: string) => exchange.state.accounts.of('live', owner, 'USDT').balance
  const counted = () =>
    commands.flatMap((command) =>
      command.kind === 'earnDay' ? [[command.productId, command.day, ...command.positionIds]] : [],
    )
  const atDay = (day: number) => void (world.now = day * DAY_MS)
  return {
    exchange,
    world,
    start,
    subscribe,
    redeem,
    paid,
    balance,
    counted,
    atDay,
    fill,
    days: start(),
  }
}

let test: ReturnType<typeof setUp>
beforeEach(() => {
  test = setUp()
})

describe('the count of days (products 3)', () => {
  it('begins with the first whole UTC day after the subscription', async () => {
    const { subscribe, days, atDay, world, paid } = test
    world.now = DAY_MS - 1
    const id = subscribe(FLEXIBLE)
    for (const [day, expected] of [
      [1, 0n],
      [2, INTEREST],
      [3, 2n * INTEREST],
    ] as const) {
      atDay(day)
      await days.countAll()
      expect(paid(id)).toBe(expected)
    }
  })

  it('does not count a day one millisecond before its end', async () => {
    const { subscribe, days, world, counted } = test
    subscribe(FLEXIBLE)
    world.now = 2 * DAY_MS - 1
    await days.countAll()
    expect(counted()).toEqual([])
    world.now += 1
    await days.countAll()
    expect(counted()).toEqual([['flexible', 1, 1]])
  })

  it('counts a day once, however often it is asked', async () => {
    const { subscribe, days, atDay, counted, paid } = test
    const id = subscribe(FLEXIBLE)
    atDay(2)
    await days.countAll()
    await days.countAll()
    await Promise.all([days.countAll(), days.countAll(), days.countAll()])
    expect(counted()).toHaveLength(1)
    expect(paid(id)).toBe(INTEREST)
  })

  it('makes up missed days in order, each by its own command', async () => {
    const { subscribe, days, atDay, counted, paid } = test
    const id = subscribe(FLEXIBLE)
    atDay(5)
    await days.countAll()
    expect(counted()).toEqual([1, 2, 3, 4].map((day) => ['flexible', day, 1]))
    expect(paid(id)).toBe(4n * INTEREST)
  })

  it('counts the younger positions of a day first', async () => {
    const { subscribe, days, atDay, counted } = test
    for (let at = 0; at < 3; at++) subscribe(FLEXIBLE)
    atDay(2)
    await days.countAll()
    expect(counted()).toEqual([['flexible', 1, 3, 2, 1]])
  })

  it('counts a position that began later from its own day on', async () => {
    const { subscribe, days, atDay, counted } = test
    subscribe(FLEXIBLE)
    atDay(2)
    subscribe(FLEXIBLE, { userId: 'v' })
    atDay(4)
    await days.countAll()
    expect(counted()).toEqual([
      ['flexible', 1, 1],
      ['flexible', 2, 1],
      ['flexible', 3, 2, 1],
    ])
  })

  it('splits many positions into commands that keep nobody waiting', async () => {
    const { subscribe, days, atDay, counted, exchange } = test
    subscribe(FLEXIBLE, { atoms: USDT })
    const [first] = exchange.state.products.positions.values()
    if (!first) throw new Error('There is no position.')
    for (let id = 2; id <= 1_001; id++)
      exchange.state.products.addPosition({ ...first, id, holder: `h${id}` })
    atDay(2)
    await days.countAll()
    const rows = counted().map(([, , ...ids]) => ids)
    expect(rows.map((ids) => ids.length)).toEqual([500, 500, 1])
    expect([rows[0]?.[0], rows[2]?.[0]]).toEqual([1_001, 1])
  })

  it('runs nothing while nobody has a position', async () => {
    test.atDay(9)
    await test.days.countAll()
    expect(test.counted()).toEqual([])
  })
})

describe('a fixed term (products 3)', () => {
  it('pays at its end, with the principal', async () => {
    const { subscribe, days, atDay, balance, exchange } = test
    const id = subscribe(FIXED)
    const before = balance('user:u')
    atDay(3)
    await days.countAll()
    expect(balance('user:u')).toBe(before)
    atDay(4)
    await days.countAll()
    expect(balance('user:u')).toBe(before + PRINCIPAL + 3n * INTEREST)
    expect(exchange.state.products.positions.has(id)).toBe(false)
  })

  it('begins again where its user wants that', async () => {
    const { subscribe, days, atDay, exchange, paid } = test
    const id = subscribe(FIXED, { autoRenew: true })
    atDay(4)
    await days.countAll()
    expect(exchange.state.products.positions.get(id)).toMatchObject({ startDay: 4, nextDay: 4 })
    atDay(7)
    await days.countAll()
    expect(paid(id)).toBe(6n * INTEREST)
  })
})

describe('a pool that cannot pay (products 3)', () => {
  it('pauses the product, and counts the missed days when it is filled', async () => {
    test = setUp({ pool: 2n * INTEREST })
    const { subscribe, days, atDay, paid, exchange, fill, balance } = test
    const id = subscribe(FLEXIBLE)
    atDay(6)
    await days.countAll()
    expect([paid(id), balance('earnPool')]).toEqual([2n * INTEREST, 0n])
    expect([...exchange.state.products.paused]).toEqual(['flexible'])
    fill(100n * USDT, 'second')
    await days.countAll()
    expect([paid(id), exchange.state.products.paused.size]).toEqual([5n * INTEREST, 0])
  })

  it('does not stop the products that it can pay', async () => {
    test = setUp({ pool: 2n * INTEREST })
    const { subscribe, days, atDay, exchange } = test
    subscribe(FLEXIBLE, { atoms: 10n * PRINCIPAL })
    const fixed = subscribe(FIXED, { userId: 'v', atoms: PRINCIPAL / 10n })
    atDay(2)
    await days.countAll()
    expect([...exchange.state.products.paused]).toEqual(['flexible'])
    expect(exchange.state.products.positions.get(fixed)?.accrued).toBe(USDT)
  })

  it('asks for a paused product once, not once a batch', async () => {
    test = setUp({ pool: 1n })
    const { subscribe, days, atDay, counted, exchange } = test
    subscribe(FLEXIBLE)
    const [first] = exchange.state.products.positions.values()
    if (!first) throw new Error('There is no position.')
    for (let id = 2; id <= 600; id++)
      exchange.state.products.addPosition({ ...first, id, holder: `h${id}` })
    atDay(3)
    await days.countAll()
    expect(counted()).toHaveLength(1)
  })
})

describe('a redemption that waits for its day (products 3)', () => {
  it('comes back after the day that it was asked for has earned', async () => {
    const { subscribe, days, atDay, redeem, balance, exchange } = test
    const id = subscribe(FLEXIBLE)
    atDay(1)
    redeem(id, PRINCIPAL)
    const before = balance('user:u')
    atDay(2)
    await days.countAll()
    expect(balance('user:u')).toBe(before + PRINCIPAL + INTEREST)
    expect(exchange.state.products.positions.size).toBe(0)
  })

  it('comes back on the day of the subscription, which earns nothing', async () => {
    const { subscribe, days, atDay, redeem, balance } = test
    const id = subscribe(FLEXIBLE)
    redeem(id, USDT)
    const before = balance('user:u')
    atDay(1)
    await days.countAll()
    expect(balance('user:u')).toBe(before + USDT)
  })
})

describe('a product that is offered no longer (products 3)', () => {
  it('pays nothing more where it has no rate of its own', async () => {
    const { subscribe, start, atDay, paid, counted } = test
    const id = subscribe(FLEXIBLE)
    atDay(5)
    await start([]).countAll()
    expect([paid(id), counted()]).toEqual([0n, []])
  })

  it('pays its fixed terms as they were agreed, and begins no other', async () => {
    const { subscribe, start, atDay, balance, exchange } = test
    const id = subscribe(FIXED, { autoRenew: true })
    const before = balance('user:u')
    atDay(9)
    await start([FLEXIBLE]).countAll()
    expect(balance('user:u')).toBe(before + PRINCIPAL + 3n * INTEREST)
    expect(exchange.state.products.positions.has(id)).toBe(false)
  })

  it('keeps a running term as it is until its end', async () => {
    const { subscribe, start, atDay, exchange } = test
    const id = subscribe(FIXED, { autoRenew: true })
    atDay(3)
    await start([]).countAll()
    expect(exchange.state.products.positions.get(id)).toMatchObject({
      autoRenew: true,
      accrued: 2n * INTEREST,
    })
  })

  it('pays back what waits', async () => {
    const { subscribe, start, atDay, redeem, balance } = test
    const id = subscribe(FLEXIBLE)
    atDay(1)
    redeem(id, USDT)
    const before = balance('user:u')
    atDay(2)
    await start([]).countAll()
    // A rate of nothing: the principal and no interest.
    expect(balance('user:u')).toBe(before + USDT)
  })

  it.each([
    [[], []],
    [['a'], ['a']],
    [
      ['a', 'b', 'a'],
      ['a', 'b'],
    ],
  ])('is known by the positions %j', (ids, held) => {
    const positions = new Map(ids.map((productId, at) => [at, { productId }]))
    expect([...heldProducts(positions)]).toEqual(held)
  })
})

describe('a count that is stopped', () => {
  it('waits for the command that runs, and begins no other', async () => {
    const { subscribe, days, atDay, counted, world } = test
    subscribe(FLEXIBLE)
    atDay(9)
    let release = (): void => {}
    const written = new Promise<void>((resolve) => (release = resolve))
    const isWriting = new Promise<void>((resolve) => {
      world.isDiskSlow = () => {
        resolve()
        return written
      }
    })
    const count = days.countAll()
    await isWriting
    const stop = days.stop()
    release()
    await Promise.all([count, stop])
    expect(counted()).toHaveLength(1)
    await days.countAll()
    expect(counted()).toHaveLength(1)
  })

  it('goes on after a disk that failed once', async () => {
    const { subscribe, days, atDay, counted, world } = test
    subscribe(FLEXIBLE)
    atDay(3)
    world.isDiskSlow = () => Promise.reject(new Error('ENOSPC'))
    await expect(days.countAll()).rejects.toThrow('ENOSPC')
    world.isDiskSlow = undefined
    await days.countAll()
    expect(counted()).toEqual([
      ['flexible', 1, 1],
      ['flexible', 2, 1],
    ])
  })
})
