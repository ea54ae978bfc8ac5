import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createProductsState,
  dumpEarnPosition,
  dumpPacket,
  dumpProducts,
  earnPositionFrom,
  packetFrom,
  restoreProducts,
  type EarnPosition,
  type ProductRow,
  type RedPacket,
} from './productsState.ts'

const LARGE = 10n ** 30n

// Every field has a value here, or the file does not compile.
const packet: Required<RedPacket> = {
  id: 4,
  userId: '1',
  holder: '1',
  clientOid: 'p',
  digest: 'd',
  code: 'ABCDEFGH',
  asset: 'ETH',
  unit: LARGE + 1n,
  total: LARGE + 2n,
  count: 3,
  split: 'random',
  greeting: 'g',
  seed: '00',
  createdAt: 1,
  expiresAt: 2,
  claims: [{ userId: '2', holder: '1', amount: LARGE + 3n, at: 5 }],
  left: LARGE + 4n,
  status: 'open',
}
const position: Required<EarnPosition> = {
  id: 6,
  userId: '1',
  holder: '1',
  clientOid: 'e',
  digest: 'd',
  productId: 'flex-usdt',
  asset: 'USDT',
  days: 0,
  tiers: [
    ['1000', 500],
    [null, 100],
  ],
  createdAt: 1,
  startDay: 2,
  nextDay: 3,
  principal: LARGE + 1n,
  carry: LARGE + 2n,
  accrued: LARGE + 3n,
  paid: LARGE + 4n,
  redeeming: LARGE + 5n,
  redeemDay: 9,
  autoRenew: true,
  updatedAt: 10,
}
const inJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

describe('open red packets', () => {
  it('are found by number and by code, until they are dropped', () => {
    const state = createProductsState()
    const other = { ...packet, id: 5, code: 'OTHER' }
    for (const each of [packet, other]) state.addPacket(each)
    expect([state.packets.get(4), state.packetOf('OTHER')]).toEqual([packet, other])
    state.dropPacket(packet)
    expect([state.packets.has(4), state.packetOf('ABCDEFGH')]).toEqual([false, undefined])
    expect(state.packetOf('OTHER')).toBe(other)
  })

  it('are not found by a code in other letters', () => {
    const state = createProductsState()
    state.addPacket(packet)
    expect(state.packetOf('abcdefgh')).toBeUndefined()
  })
})

describe('open earn positions', () => {
  it('are found by number, holder and product, the oldest first', () => {
    const state = createProductsState()
    const own = [9, 3].map((id) => ({ ...position, id }))
    const others = [
      { ...position, id: 1, holder: '2' },
      { ...position, id: 2, productId: 'fixed-30' },
    ]
    for (const each of [...own, ...others]) state.addPosition(each)
    expect([...state.positionsOf('1', 'flex-usdt')]).toEqual(own)
    expect([...state.positionsOf('2', 'flex-usdt')].map(({ id }) => id)).toEqual([1])
    expect(state.positionsOf('3', 'flex-usdt').size).toBe(0)
  })

  it('are not mixed up where two names join alike', () => {
    const state = createProductsState()
    state.addPosition({ ...position, productId: 'a', holder: 'b c' })
    expect(state.positionsOf('b', 'a').size).toBe(0)
    expect(state.positionsOf('b c', 'a').size).toBe(1)
  })

  it('are those of a plain list through any changes', () => {
    const step = fc.record({
      id: fc.nat(9),
      holder: fc.constantFrom('1', '2'),
      drops: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const state = createProductsState()
        let left: EarnPosition[] = []
        for (const { id, holder, drops } of steps) {
          const known = left.find((each) => each.id === id)
          if (known && drops) {
            state.dropPosition(known)
            left = left.filter((each) => each !== known)
          } else if (!known) {
            const added = { ...position, id, holder }
            state.addPosition(added)
            left.push(added)
          }
        }
        expect([...state.positions.values()]).toEqual(left)
        for (const holder of ['1', '2'])
          expect([...state.positionsOf(holder, 'flex-usdt')]).toEqual(
            left.filter((each) => each.holder === holder),
          )
      }),
      { numRuns: 50 },
    )
  })
})

describe('a dump of earn and red packets', () => {
  it('has every amount as text and comes back whole, through JSON', () => {
    expect(packetFrom(inJson(dumpPacket(packet)))).toEqual(packet)
    expect(earnPositionFrom(inJson(dumpEarnPosition(position)))).toEqual(position)
  })

  it('shares no claim with the packet that it was taken of', () => {
    const state = createProductsState()
    state.addPacket({ ...packet, claims: [...packet.claims] })
    const copy = createProductsState()
    restoreProducts(copy, [...dumpProducts(state)])
    copy.packets.get(4)?.claims.push({ userId: '3', holder: '3', amount: 1n, at: 6 })
    expect(state.packets.get(4)?.claims).toHaveLength(1)
  })

  it('comes back with what is paused and what was paid back today (CR0)', () => {
    const state = createProductsState()
    state.addPacket(packet)
    state.addPosition(position)
    state.paused.add('fixed-30')
    state.redeemed.set('flex-usdt', { day: 20_000, atoms: LARGE })
    const copy = createProductsState()
    restoreProducts(copy, inJson<ProductRow[]>([...dumpProducts(state)]))
    for (const part of ['packets', 'positions', 'redeemed'] as const)
      expect([...copy[part]]).toEqual([...state[part]])
    expect([...copy.paused]).toEqual(['fixed-30'])
    expect(copy.packetOf('ABCDEFGH')?.id).toBe(4)
    expect(copy.positionsOf('1', 'flex-usdt').size).toBe(1)
  })

  it('is empty before the first command', () => {
    expect([...dumpProducts(createProductsState())]).toEqual([])
  })
})
