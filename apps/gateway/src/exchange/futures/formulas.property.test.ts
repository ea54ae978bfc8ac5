import { describe, expect, it } from 'vitest'
import { createFlow } from '../../testing/matchingCommandGenerator.ts'
import { contractOf, createState } from '../state/state.ts'
import { groupsOf, isDue } from './margin.ts'
import { liquidationPriceOf, previewFills } from './preview.ts'
import { compareFree, compareGroup } from './testing/compareWithFormulas.ts'
import { drawAccount } from './testing/drawAccount.ts'
import { BTC, createFuturesFixture, ETH, FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

/** Wallets that are compared; 1,000,000 in the nightly run. */
const CASES = Number(process.env['PROPERTY_RUNS'] ?? 10_000)
const SEED = 41_001

it('agrees with exact fractions on any account, linear and inverse (futures 3)', () => {
  const state = createState(FUTURES_INSTRUMENTS)
  const next = createFlow(SEED)
  const met = { linear: 0, inverse: 0, isolated: 0, due: 0, linearSlices: 0, inverseSlices: 0 }
  for (let at = 0; met.linear + met.inverse < CASES; at++) {
    const account = drawAccount(state, next)
    try {
      for (const group of groupsOf(state, account)) {
        const isInverse = group.asset !== 'USDT'
        met[isInverse ? 'inverse' : 'linear']++
        if (group.isIsolated) met.isolated++
        if (isDue(state, group)) met.due++
        met[isInverse ? 'inverseSlices' : 'linearSlices'] += compareGroup(state, group)
      }
      compareFree(state, account)
    } catch (error) {
      throw new Error(`account ${at} of seed ${SEED}`, { cause: error })
    }
  }
  for (const count of Object.values(met)) expect(count).toBeGreaterThan(CASES / 100)
}, 7_200_000)

describe('a preview', () => {
  it('has the liquidation price of after that fill (futures F12)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 10_000 } })
    fixture.prices(30_000, ETH)
    fixture.quote('sell', 30_000, 5_000, ETH)
    fixture.place('ann', 'buy', { symbol: ETH, lots: 5_000, ticks: 30_000 })
    const market = contractOf(fixture.state, BTC)
    const of = { symbol: BTC, side: 'net' } as const
    for (const [side, lots, ticks] of [
      ['buy', 1_000, 600_000],
      ['buy', 700, 601_000],
      ['sell', 500, 599_500],
      ['sell', 2_000, 600_100],
    ] as const) {
      fixture.quote(side === 'buy' ? 'sell' : 'buy', ticks, lots)
      const before = liquidationPriceOf(fixture.state, fixture.account('ann'), of)
      const preview = previewFills(fixture.state, {
        realm: 'live',
        market,
        userId: 'ann',
        side: 'net',
        fills: [{ lots: side === 'buy' ? lots : -lots, ticks, feePpm: 600 }],
      })
      const expected = liquidationPriceOf(preview.state, preview.account, of)
      // Nothing has happened yet.
      expect(liquidationPriceOf(fixture.state, fixture.account('ann'), of)).toEqual(before)
      expect(fixture.place('ann', side, { lots, ticks })).toBe('filled')
      expect(liquidationPriceOf(fixture.state, fixture.account('ann'), of)).toEqual(expected)
      expect(expected.status).toBe('at')
    }
  })

  it('starts liquidation at that price and not a tick before (futures 3)', () => {
    const fixture = createFuturesFixture({ funds: { ann: 1_036 } })
    const ann = { realm: 'live', userId: 'ann', symbol: BTC } as const
    fixture.send({ kind: 'futuresLeverage', ...ann, side: 'net', leverage: 100 })
    fixture.quote('sell', 600_000, 1_000)
    fixture.place('ann', 'buy', { lots: 1_000, ticks: 600_000 })
    expect(
      liquidationPriceOf(fixture.state, fixture.account('ann'), { symbol: BTC, side: 'net' }),
    ).toMatchObject({ status: 'at', price: '59282.0', when: 'falls' })
  })
})
