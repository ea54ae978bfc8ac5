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
})
