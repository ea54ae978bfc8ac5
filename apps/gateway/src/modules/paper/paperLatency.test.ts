import type { Clock } from '@x/kit'
import { browserClock } from '@x/kit/browser'
import { expect, it } from 'vitest'
import { quotedMarket } from '../../testing/quotedMarket.ts'

const LATENCY_MS = 40

/**
 * Real time, but that the way of an order takes as long as the test says: what happens on it does
 * not depend on how busy the machine is.
 */
const road = (() => {
  const real = browserClock()
  const orders: (() => void)[] = []
  let isOpen = true
  let travelled = 0
  const clock: Clock = {
    ...real,
    now: () => real.now() + travelled,
    after(ms, run) {
      if (ms !== LATENCY_MS || isOpen) return real.after(ms === LATENCY_MS ? 0 : ms, run)
      orders.push(run)
      return { cancel() {} }
    },
  }
  return {
    clock,
    /** Sends an order and holds it on its way; `arrive` lets it go on and answers as it does. */
    async hold<T>(send: () => Promise<T>): Promise<{ arrive(): Promise<T> }> {
      isOpen = false
      const answer = send()
      await expect.poll(() => orders.length).toBe(1)
      isOpen = true
      return {
        arrive() {
          travelled += LATENCY_MS
          orders.pop()?.()
          return answer
        },
      }
    },
  }
})()

const market = quotedMarket({ paperLatencyMs: LATENCY_MS, clock: road.clock })
const { place, fills, refused, balance, reset } = market.in('paper')

interface PaperFill {
  readonly orderId: string
  readonly price: string
  readonly spread: string
  readonly impact: string
  readonly latency: string
  readonly latencyMs: number
}
const fillsOf = async (orderId: string) =>
  (await fills<PaperFill>()).filter((fill) => fill.orderId === orderId)

it('fills at the book on arrival and reports the latency’s cost (trading 5)', async () => {
  const order = await road.hold(() =>
    place({ side: 'buy', orderType: 'market', size: '2', sizeUnit: 'base' }),
  )
  market.requote(9_995, 10_030)
  const { orderId } = await order.arrive()
  const [fill] = await fillsOf(orderId)
  // Two coins, 0.20 dearer than when the order was sent; half the spread of 0.35 a coin.
  expect(fill).toMatchObject({ price: '100.30', spread: '0.35', impact: '0', latency: '0.4' })
  expect(fill!.latencyMs).toBeGreaterThanOrEqual(LATENCY_MS)
})

it('the market may move in the trader’s favour on the way (trading 5)', async () => {
  const order = await road.hold(() =>
    place({ side: 'buy', orderType: 'market', size: '1', sizeUnit: 'base' }),
  )
  market.requote(9_950, 9_990)
  const { orderId } = await order.arrive()
  expect((await fillsOf(orderId))[0]).toMatchObject({ price: '99.90', latency: '-0.2' })
})

it('cancels orders still on their way when the season is reset (trading 5)', async () => {
  const order = await road.hold(() =>
    refused({ side: 'buy', orderType: 'market', size: '1', sizeUnit: 'base' }),
  )
  await reset(1)
  expect(await order.arrive()).toMatchObject({ code: '00006', data: { taken: false } })
  expect(await balance('USDT')).toEqual(['50000', '0'])
})
