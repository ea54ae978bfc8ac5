import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import type { DialectError } from './errors.ts'
import { DEFAULT_ORDER_LIMITS } from '../trading/orderLimits.ts'
import { allowedOrders, createLimits, WEIGHT_LIMITS } from './limits.ts'

const START = Date.UTC(2026, 0, 5, 12)
const ADDRESS = '198.51.100.1'
const { tenSeconds } = allowedOrders(DEFAULT_ORDER_LIMITS)
const orderLimits = {
  ...DEFAULT_ORDER_LIMITS,
  accounts: { maker: { orders: { perSecond: 100, burst: 100 } } },
}
const account = (userId: string) => ({ pool: 'spot' as const, realm: 'paper', userId })

/** Several nodes with one store. */
function nodes(count: number) {
  const clock = createManualClock(START)
  const store = createMemoryTtlStore({ clock })
  return {
    clock,
    nodes: Array.from({ length: count }, () => createLimits({ clock, store, orderLimits })),
    /** Lets a second pass, and what nodes share arrive. */
    tick: () => clock.advance(1_000),
  }
}
const refusalOf = (run: () => unknown): DialectError | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    return error as DialectError
  }
}
const spend = (node: ReturnType<typeof createLimits>, weight: number) =>
  node.takeWeight(ADDRESS, { pool: 'spot', weight })

describe('limits of the Open API over several nodes', () => {
  it('counts the weight that an address used elsewhere', async () => {
    const {
      nodes: [one, other],
      tick,
    } = nodes(2)
    if (!one || !other) throw new RangeError('Two nodes are needed.')
    spend(one, WEIGHT_LIMITS.spot / 2)
    await tick()
    spend(other, 1)
    await tick()
    expect(spend(other, 1)).toBe(WEIGHT_LIMITS.spot / 2 + 2)
    const refused = refusalOf(() => spend(other, WEIGHT_LIMITS.spot / 2))
    expect([refused?.code, refused?.status]).toEqual([-1003, 429])
  })

  it('counts the orders that an account sent elsewhere', async () => {
    const {
      nodes: [one, other],
      tick,
    } = nodes(2)
    one?.takeOrder(account('7'), tenSeconds - 1)
    await tick()
    other?.takeOrder(account('7'))
    await tick()
    expect(refusalOf(() => other?.takeOrder(account('7')))?.code).toBe(-1015)
    expect(refusalOf(() => other?.takeOrder(account('8')))).toBeUndefined()
  })

  it('lets an account send what its own limits allow', () => {
    const [node] = nodes(1).nodes
    expect(node?.allowed(account('7'))).toEqual({ tenSeconds: 200, day: 200_000 })
    expect(node?.allowed(account('maker'))).toEqual({ tenSeconds: 1_000, day: 1_000_000 })
    expect(refusalOf(() => node?.takeOrder(account('maker'), 1_000))).toBeUndefined()
    expect(refusalOf(() => node?.takeOrder(account('maker')))?.code).toBe(-1015)
  })

  it('counts orders of contracts apart from those of pairs', () => {
    const [node] = nodes(1).nodes
    node?.takeOrder(account('7'), tenSeconds)
    expect(node?.orders({ ...account('7'), pool: 'futures' }).tenSeconds).toBe(0)
    expect(
      refusalOf(() => node?.takeOrder({ ...account('7'), pool: 'futures' }, tenSeconds)),
    ).toBeUndefined()
  })

  it('knows who was banned elsewhere', async () => {
    const {
      nodes: [one, other],
      tick,
    } = nodes(2)
    if (!one || !other) throw new RangeError('Two nodes are needed.')
    for (let calls = 0; calls < 30; calls++) refusalOf(() => spend(one, WEIGHT_LIMITS.spot + 1))
    expect(refusalOf(() => spend(one, 1))?.status).toBe(418)
    refusalOf(() => spend(other, 1))
    await tick()
    expect(refusalOf(() => spend(other, 1))?.status).toBe(418)
  })
})

describe('the ban of an address', () => {
  it('doubles from two minutes to three days', () => {
    const {
      clock,
      nodes: [node],
    } = nodes(1)
    if (!node) throw new RangeError('A node is needed.')
    const lengths: (number | undefined)[] = []
    for (let ban = 0; ban < 13; ban++) {
      let refused: DialectError | undefined
      for (let calls = 0; refused?.status !== 418 && calls < 100; calls++)
        refused = refusalOf(() => spend(node, WEIGHT_LIMITS.spot + 1))
      lengths.push(refused?.retryAfter)
      clock.jump((refused?.retryAfter ?? 0) * 1_000 + 60_000)
    }
    expect(lengths.slice(0, 4)).toEqual([120, 240, 480, 960])
    expect(lengths.at(-1)).toBe(3 * 86_400)
  })

  it('is two minutes again once the last one is long over', () => {
    const {
      clock,
      nodes: [node],
    } = nodes(1)
    if (!node) throw new RangeError('A node is needed.')
    const ban = () => {
      for (;;) {
        const refused = refusalOf(() => spend(node, WEIGHT_LIMITS.spot + 1))
        if (refused?.status === 418) return refused.retryAfter
      }
    }
    expect(ban()).toBe(120)
    // As long again as it took, and a millisecond less.
    clock.jump(2 * 120_000 - 1)
    expect(ban()).toBe(240)
    clock.jump(2 * 240_000)
    expect(ban()).toBe(120)
  })

  it('begins with the twenty-first refusal of a minute', () => {
    const [node] = nodes(1).nodes
    if (!node) throw new RangeError('A node is needed.')
    const statuses = Array.from(
      { length: 22 },
      () => refusalOf(() => spend(node, WEIGHT_LIMITS.spot + 1))?.status,
    )
    expect([statuses.indexOf(418), new Set(statuses.slice(0, 20))]).toEqual([20, new Set([429])])
  })

  it('holds for every pool and ends with its last millisecond', () => {
    const {
      clock,
      nodes: [node],
    } = nodes(1)
    if (!node) throw new RangeError('A node is needed.')
    for (let calls = 0; calls < 21; calls++) refusalOf(() => spend(node, WEIGHT_LIMITS.spot + 1))
    const wallet = () => refusalOf(() => node.takeWeight(ADDRESS, { pool: 'wallet', weight: 1 }))
    expect(wallet()).toMatchObject({ status: 418, retryAfter: 120 })
    clock.jump(119_999)
    expect(wallet()).toMatchObject({ status: 418, retryAfter: 1 })
    clock.jump(1)
    expect(wallet()).toBeUndefined()
  })
})

describe('the weight that an address may use', () => {
  const one = () => {
    const { clock, nodes: all } = nodes(1)
    const [node] = all
    if (!node) throw new RangeError('A node is needed.')
    return { clock, node }
  }

  it.each([
    ['spot', 6_000],
    ['futures', 2_400],
    ['wallet', 12_000],
  ] as const)('is of %s %i a minute', (pool, most) => {
    const { node } = one()
    expect(node.takeWeight(ADDRESS, { pool, weight: most })).toBe(most)
    expect(refusalOf(() => node.takeWeight(ADDRESS, { pool, weight: 1 }))?.code).toBe(-1003)
  })

  it('is counted of each pool by itself', () => {
    const { node } = one()
    node.takeWeight(ADDRESS, { pool: 'spot', weight: 6_000 })
    expect(node.takeWeight(ADDRESS, { pool: 'futures', weight: 1 })).toBe(1)
  })

  it('is counted of each address by itself', () => {
    const { node } = one()
    spend(node, 6_000)
    expect(node.takeWeight('198.51.100.2', { pool: 'spot', weight: 1 })).toBe(1)
  })

  it('is counted together of what one network of IPv6 sends', () => {
    const { node } = one()
    const take = (address: string) => node.takeWeight(address, { pool: 'spot', weight: 10 })
    take('2001:db8:1:2::1')
    expect([take('2001:db8:1:2:ffff::9'), take('2001:db8:1:3::1')]).toEqual([20, 10])
  })

  it('begins anew with each minute of the clock', () => {
    const { clock, node } = one()
    clock.jump(59_999)
    spend(node, 6_000)
    expect(refusalOf(() => spend(node, 1))?.retryAfter).toBe(1)
    clock.jump(1)
    expect(spend(node, 1)).toBe(1)
  })
})

describe('the orders that an account may send', () => {
  const one = () => {
    const { clock, nodes: all } = nodes(1)
    const [node] = all
    if (!node) throw new RangeError('A node is needed.')
    return { clock, node }
  }

  it('begin anew after ten seconds, and say in how many', () => {
    const { clock, node } = one()
    clock.jump(7_500)
    node.takeOrder(account('7'), tenSeconds)
    expect(refusalOf(() => node.takeOrder(account('7')))).toMatchObject({
      code: -1015,
      status: 429,
      retryAfter: 3,
    })
    clock.jump(2_500)
    expect(node.takeOrder(account('7')).tenSeconds).toBe(1)
  })

  it('are counted for the day beside that', () => {
    const { clock, node } = one()
    for (let each = 0; each < 1_000; each++) {
      node.takeOrder(account('7'), tenSeconds)
      clock.jump(10_000)
    }
    expect(node.orders(account('7'))).toEqual({ tenSeconds: 0, day: 200_000 })
    // Noon and 10,000 seconds later: the rest of the day is left.
    expect(refusalOf(() => node.takeOrder(account('7')))?.retryAfter).toBe(43_200 - 10_000)
  })

  it('are counted apart in each realm', () => {
    const { node } = one()
    node.takeOrder(account('7'), tenSeconds)
    expect(node.takeOrder({ ...account('7'), realm: 'live' }).tenSeconds).toBe(1)
  })

  it('are none where nobody has sent any', () => {
    const { node } = one()
    expect(node.orders(account('9'))).toEqual({ tenSeconds: 0, day: 0 })
  })
})
