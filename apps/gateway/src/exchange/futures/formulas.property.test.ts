import { formatUnits, parseUnits } from '@x/decimal'
import {
  accountEquity,
  isDue as isDueByFormula,
  liquidationSlice,
  requirement,
} from '@x/trading/futures'
import { describe, expect, it } from 'vitest'
import { createExchange } from '../createExchange.ts'
import { contractOf } from '../state/state.ts'
import { HOUSE_ID } from '../state/futuresState.ts'
import { equityOf, groupsOf, isDue, requirementOf } from './margin.ts'
import { sliceOf } from './liquidation.ts'
import { formulaAccount, liquidationPriceOf, previewFill } from './preview.ts'
import { createFuturesFlow } from './testing/futuresCommandGenerator.ts'
import { BTC, createFuturesFixture, ETH, FUTURES_INSTRUMENTS } from './testing/futuresFixture.ts'

const SEEDS = [41_001, 41_002, 41_003]

describe('the integers of the exchange and the formulas', () => {
  it.each(SEEDS)('agree to the atom on equity, requirement and slice (futures 3), %i', (seed) => {
    const { state, execute } = createExchange(FUTURES_INSTRUMENTS)
    const next = createFuturesFlow(seed, { jump: 0.1 })
    let compared = 0
    let slices = 0
    for (let step = 0; step < 1_200; step++) {
      execute(next(state))
      if (step % 20 > 0) continue
      for (const account of state.futures.accounts.values()) {
        if (account.userId === HOUSE_ID) continue
        for (const group of groupsOf(state, account)) {
          const { account: formulas, symbols } = formulaAccount(state, group)
          const { instrument } = contractOf(state, symbols[0]!)
          // Inverse amounts are rounded at each trade, those of the formulas at the end.
          if (instrument.settlement.kind === 'inverse') continue
          const atoms = (text: string) => parseUnits(text, instrument.marginScale)
          expect(atoms(accountEquity(formulas))).toBe(equityOf(state, group))
          expect(atoms(requirement(formulas))).toBe(requirementOf(state, group))
          expect(isDueByFormula(formulas)).toBe(isDue(state, group))
          compared++
          if (!isDue(state, group) || account.orders.size > 0) continue
          const { position, lots } = sliceOf(state, group)
          const { instrument: sliced } = contractOf(state, position.symbol)
          const isHedged = group.positions.filter(({ symbol }) => symbol === position.symbol)
          if (isHedged.length > 1) continue
          slices++
          expect(
            liquidationSlice(formulas, {
              symbol: symbols.indexOf(position.symbol),
              stepSize: sliced.stepSize,
              liquidationRate: sliced.liquidationRate,
            }),
          ).toBe(shortText(lots, sliced.quantityPlace))
        }
      }
    }
    expect(compared).toBeGreaterThan(100)
    expect(slices).toBeGreaterThan(0)
  })
})

const shortText = (lots: number, place: number): string =>
  formatUnits(BigInt(lots), place).replace(/\.?0+$/, (zeros) =>
    zeros.startsWith('.') || place > 0 ? '' : zeros,
  )

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
      const preview = previewFill(fixture.state, {
        realm: 'live',
        market,
        userId: 'ann',
        side: 'net',
        lots: side === 'buy' ? lots : -lots,
        ticks,
        feePpm: 600,
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
