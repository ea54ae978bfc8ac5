import { expect, it } from 'vitest'
import { BTC, createFuturesFixture } from '../../exchange/futures/testing/futuresFixture.ts'
import { createOpenInterest } from './createOpenInterest.ts'

it('counts long positions of the live realm, whichever way they came (futures 11)', () => {
  const fixture = createFuturesFixture({ funds: { ann: 10_000, bob: 10_000, cat: 10_000 } })
  const interest = createOpenInterest(fixture.state)
  const place = (...[userId, side, terms]: Parameters<typeof fixture.place>) => {
    fixture.place(userId, side, terms)
    interest.update(fixture.latest.effects ?? {})
  }
  place('ann', 'buy', { lots: 500, ticks: 600_000 })
  place('bob', 'sell', { lots: 300, ticks: 600_000 })
  expect(interest.of(BTC)).toBe(300)
  // Bob turns from short to long; who is long is counted, not who traded.
  place('cat', 'sell', { lots: 100, ticks: 599_000 })
  expect(interest.of(BTC)).toBe(400)
  fixture.quote('sell', 600_100, 400)
  place('bob', 'buy', { lots: 400, ticks: 600_100 })
  // Ann and bob are long; cat, and the house account, are short.
  expect(interest.of(BTC)).toBe(500 - 100 + 100)
  // Counted anew from the state it is the same.
  expect(createOpenInterest(fixture.state).of(BTC)).toBe(interest.of(BTC))
  expect(interest.of('usdt/ETHUSDT')).toBe(0)
})
