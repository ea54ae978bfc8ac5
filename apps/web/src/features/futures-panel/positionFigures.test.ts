import { formatNumber, formatPercent } from '@x/locale/numbers'
import type { Numbers } from '@x/locale/react'
import { describe, expect, it } from 'vitest'
import {
  BTC_CONTRACT,
  BTC_INVERSE,
  BTC_LONG,
  ETH_CONTRACT,
  ETH_SHORT,
  INVERSE_LONG,
} from '../../testing/futuresFixtures.ts'
import {
  type FigureContext,
  POSITION_FIGURES,
  type PositionFigure,
  type ReadFigure,
} from './positionFigures.ts'

const locale = 'trading' as const
const numbers = {
  number: (value, options) => formatNumber(value, { ...options, locale }),
  percent: (value, options) => formatPercent(value, { ...options, locale }),
} as Numbers

const t = ((key: string) => key) as FigureContext['t']

/** Text, unit and colour of each figure; the exact value is tested apart. */
const shown = (
  position: typeof BTC_LONG,
  contract: typeof BTC_CONTRACT | undefined,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (Object.keys(POSITION_FIGURES) as PositionFigure[]).map((key) => {
      const [, figureOf]: readonly [unknown, ReadFigure] = POSITION_FIGURES[key]
      const { text, unit = '', tone = '' } = figureOf(position, { numbers, contract, t })
      return [key, [text, unit, tone].filter(Boolean).join(' ')]
    }),
  )

describe('the figures of a position (spec 3, futures 12)', () => {
  it('are those of a cross long', () => {
    expect(shown(BTC_LONG, BTC_CONTRACT)).toEqual({
      size: '0.500 BTC',
      value: '30,250.00 USDT',
      entry: '60,000.0',
      breakEven: '60,072.1',
      mark: '60,500.0',
      liquidation: '51,234.5 warning',
      margin: '1,500.00 USDT',
      ratio: '12.34%',
      pnl: '+250.00 USDT up',
      roe: '16.53% up',
      realised: '-18.00 down',
      funding: '1.25',
      takeProfit: '65,000.0',
      stopLoss: '--',
    })
  })

  it('are those of an isolated short', () => {
    expect(shown(ETH_SHORT, ETH_CONTRACT)).toEqual({
      size: '2.000 ETH',
      value: '6,200.00 USDT',
      entry: '3,000.00',
      breakEven: '2,996.40',
      mark: '3,100.00',
      liquidation: '3,130.25 warning',
      margin: '300.00 USDT',
      ratio: '82.10%',
      pnl: '-200.00 USDT down',
      roe: '-64.52% down',
      realised: '0.00',
      funding: '-0.50',
      takeProfit: '--',
      stopLoss: '3,120.00',
    })
  })

  it('are in coin where the contract is inverse', () => {
    expect(shown(INVERSE_LONG, BTC_INVERSE)).toMatchObject({
      size: '10 contract.contracts',
      value: '1,000 USD',
      liquidation: '-- muted',
      margin: '0.001000 BTC',
      pnl: '+0.001818 BTC up',
      roe: '200.00% up',
    })
  })

  it('are two dashes where the mark is stale (spec section 9)', () => {
    const stale = {
      ...BTC_LONG,
      markPrice: null,
      unrealisedPnl: null,
      roe: null,
      liquidationPrice: null,
      marginRatio: null,
    }
    expect(shown(stale, BTC_CONTRACT)).toMatchObject({
      value: '-- USDT',
      mark: '--',
      liquidation: '-- muted',
      ratio: '--',
      pnl: '-- USDT',
      roe: '--',
    })
  })

  it('are there before the rules of the contract are', () => {
    expect(shown(BTC_LONG, undefined)).toMatchObject({
      size: '0.50000000',
      value: '--',
      entry: '60,000.00000000',
    })
  })

  it.each([
    ['pnl', '250.00000000'],
    ['margin', '1500.00000000'],
    ['realised', '-18.00000000'],
    ['funding', '1.25000000'],
    ['value', '30250.0000'],
  ] as const)('have the exact %s beside what is shown', (key, full) => {
    const [, figureOf] = POSITION_FIGURES[key]
    expect(figureOf(BTC_LONG, { numbers, contract: BTC_CONTRACT, t }).full).toBe(full)
  })
})
