import { describe, expect, it } from 'vitest'
import { createRecentOrders } from './recentOrders.ts'
import { contractOrder, sampleEffects, spotFill, spotOrder } from './testing/sampleOrders.ts'

const NONE = { orders: [], fills: [], positions: [], accounts: [], moves: [], liquidations: [] }

describe('orders of late', () => {
  it('are as the last record left them', () => {
    const recent = createRecentOrders()
    const filled = spotOrder({ status: 'filled' })
    expect([recent.order(41), recent.contractOrder(51)]).toEqual([undefined, undefined])
    recent.publish(1, sampleEffects({ orders: [spotOrder()] }))
    recent.publish(2, sampleEffects({ orders: [filled] }))
    recent.publish(3, sampleEffects({ futures: { ...NONE, orders: [contractOrder()] } }))
    expect([recent.order(41), recent.contractOrder(51)]).toEqual([filled, contractOrder()])
  })

  it('keep orders of pairs and of contracts of one number apart', () => {
    const recent = createRecentOrders()
    const [pair, contract] = [spotOrder({ id: 9 }), contractOrder({ id: 9 })]
    recent.publish(1, sampleEffects({ orders: [pair], futures: { ...NONE, orders: [contract] } }))
    expect([recent.order(9), recent.contractOrder(9)]).toEqual([pair, contract])
  })

  it('have their fills in order, over several records', () => {
    const recent = createRecentOrders()
    const order = spotOrder()
    const fill = (id: number) => spotFill(order, { id })
    expect(recent.fills(41)).toEqual([])
    recent.publish(1, sampleEffects({ fills: [fill(1), fill(2)] }))
    recent.publish(2, sampleEffects({ fills: [spotFill(spotOrder({ id: 42 })), fill(3)] }))
    expect(recent.fills(41).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('are ten thousand, of which the longest unchanged go first', () => {
    const recent = createRecentOrders()
    const touch = (id: number) => recent.publish(id, sampleEffects({ orders: [spotOrder({ id })] }))
    for (let id = 1; id <= 10_000; id++) touch(id)
    touch(1)
    touch(10_001)
    expect([1, 2, 3, 10_001].map((id) => recent.order(id)?.id)).toEqual([1, undefined, 3, 10_001])
  })
})
