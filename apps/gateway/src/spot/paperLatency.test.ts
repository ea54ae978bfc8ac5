import { expect, it } from 'vitest'
import { quotedMarket } from './quotedMarket.ts'

const market = quotedMarket({ paperLatencyMs: 40 })
const { place, fills, refused, balance, reset } = market.in('paper')

interface PaperFill {
  readonly orderId: string
  readonly price: string
  readonly spread: string
  readonly impact: string
  readonly latency: string
  readonly latencyMs: number
}
const fillsOf = async (orderId: string) => (await fills<PaperFill>()).filter((fill) => fill.orderId === orderId)

it('trading 5 a paper order meets the book that stands when it arrives, and tells what the way cost', async () => {
  const sent = place({ side: 'buy', orderType: 'market', size: '2', sizeUnit: 'base' })
  await new Promise((resolve) => setTimeout(resolve, 5))
  market.requote(9_995, 10_030)
  const { orderId } = await sent
  const [fill] = await fillsOf(orderId)
  // Two coins, 0.20 dearer than when the order was sent; half the spread of 0.35 a coin.
  expect(fill).toMatchObject({ price: '100.30', spread: '0.35', impact: '0', latency: '0.4' })
  expect(fill!.latencyMs).toBeGreaterThanOrEqual(39)
})

it('trading 5 the market may move in the trader’s favour on the way', async () => {
  const sent = place({ side: 'buy', orderType: 'market', size: '1', sizeUnit: 'base' })
  await new Promise((resolve) => setTimeout(resolve, 5))
  market.requote(9_950, 9_990)
  const { orderId } = await sent
  expect((await fillsOf(orderId))[0]).toMatchObject({ price: '99.90', latency: '-0.2' })
})

it('trading 5 a reset closes what is still on its way too: an order of the season before takes nothing from the next', async () => {
  const sent = refused({ side: 'buy', orderType: 'market', size: '1', sizeUnit: 'base' })
  await new Promise((resolve) => setTimeout(resolve, 5))
  await reset(1)
  expect(await sent).toMatchObject({ code: '00006', data: { taken: false } })
  expect(await balance('USDT')).toEqual(['50000', '0'])
})
