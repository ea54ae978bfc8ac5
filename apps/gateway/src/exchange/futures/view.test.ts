import { expect, it } from 'vitest'
import type { ExchangeView } from '../state/ExchangeView.ts'
import { contractOf } from '../state/state.ts'
import { accountAsIs } from './judge.ts'
import { ladderPass } from './liquidation.ts'
import { availableOf, crossGroup, equityOf } from './margin.ts'
import { liquidationPriceOf, previewFills } from './preview.ts'
import { createRiskIndex } from './riskIndex.ts'
import { BTC, createFuturesFixture, USDT } from './testing/futuresFixture.ts'

it('answers margin, previews and the ladder from a view alone (futures 11)', () => {
  const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
  fixture.quote('sell', 600_000, 1_000)
  fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
  // What a module outside of the exchange has.
  const view: ExchangeView = fixture.state
  const account = accountAsIs(view, { realm: 'live', userId: 'ann' })
  expect(equityOf(view, crossGroup(view, account, 'USDT'))).toBe(9_964n * USDT)
  expect(availableOf(view, account, { asset: 'USDT' })).toBe(6_964n * USDT)
  const leg = { symbol: BTC, side: 'net' } as const
  const before = liquidationPriceOf(view, account, leg)
  const market = contractOf(view, BTC)
  const preview = previewFills(view, {
    realm: 'live',
    market,
    userId: 'ann',
    side: 'net',
    fills: [{ lots: -400, ticks: 600_000, feePpm: 600 }],
  })
  expect(liquidationPriceOf(preview.state, preview.account, leg)).not.toEqual(before)
  expect(createRiskIndex(view).due()).toEqual([])
  expect([...ladderPass(view, { at: 1 })]).toEqual([])
})
