import type { FuturesPosition, FuturesSymbol } from '@x/api'
import { decimal, formatDecimal, mul } from '@x/decimal'
import type { Numbers } from '@x/locale/react'
import { nominalOf } from '../../data/futures/livePosition.ts'
import type { useFuturesMessages } from '../../lib/messages/messages.ts'
import { contractFigures, sizeUnit, toneOf } from './terms.ts'

/** A figure as it is shown. */
export interface Figure {
  readonly text: string
  readonly unit?: string | undefined
  readonly full?: string | undefined
  readonly tone?: 'up' | 'down' | 'muted' | 'warning' | undefined
}

export interface FigureContext {
  readonly numbers: Numbers
  readonly contract: FuturesSymbol | undefined
  readonly t: ReturnType<typeof useFuturesMessages>
}

/** Reads a figure off a position. */
export type ReadFigure = (position: FuturesPosition, context: FigureContext) => Figure
type Named = (t: ReturnType<typeof useFuturesMessages>) => string

const ofContract = ({ numbers, contract }: FigureContext) => contractFigures(numbers, contract)

const price =
  (read: (position: FuturesPosition) => string | null): ReadFigure =>
  (position, context) => ({ text: ofContract(context).price(read(position)) })

const money =
  (read: (position: FuturesPosition) => string | null, { isSigned = false } = {}): ReadFigure =>
  (position, context) => {
    const value = read(position)
    return {
      text: ofContract(context).amount(value, { isSigned }),
      full: value ?? undefined,
      tone: isSigned ? toneOf(value) : undefined,
    }
  }

/** What a position is worth in quote at the mark. */
export function valueOf(
  { positionsCount, markPrice }: Pick<FuturesPosition, 'positionsCount' | 'markPrice'>,
  contract: FuturesSymbol,
): string | null {
  if (contract.contractValue !== null) return nominalOf(positionsCount, contract)
  return markPrice && formatDecimal(mul(decimal(positionsCount), decimal(markPrice)))
}

/** Every figure of a position with its name (spec 3, futures 12). */
export const POSITION_FIGURES = {
  size: [
    (t) => t('positions.size'),
    ({ positionsCount }, context) => ({
      text: ofContract(context).size(positionsCount),
      unit: sizeUnit(context.contract, context.t),
    }),
  ],
  value: [
    (t) => t('positions.value'),
    (position, context) => {
      const { contract } = context
      const value = contract ? valueOf(position, contract) : null
      const digits = contract?.contractValue === null ? 2 : 0
      return {
        text: context.numbers.number(value, { digits }),
        unit: contract?.quote,
        full: value ?? undefined,
      }
    },
  ],
  entry: [(t) => t('positions.entry'), price((position) => position.positionsOpenAvgPrice)],
  breakEven: [(t) => t('positions.breakEven'), price((position) => position.breakEvenPrice)],
  mark: [(t) => t('positions.mark'), price((position) => position.markPrice)],
  liquidation: [
    (t) => t('positions.liquidation'),
    ({ liquidationPrice }, context) => ({
      text: ofContract(context).price(liquidationPrice),
      tone: liquidationPrice === null ? 'muted' : 'warning',
    }),
  ],
  margin: [
    (t) => t('positions.margin'),
    ({ positionsOpenMarginCount: margin, marginCoin }, context) => ({
      text: ofContract(context).amount(margin),
      unit: marginCoin,
      full: margin,
    }),
  ],
  ratio: [
    (t) => t('positions.ratio'),
    ({ marginRatio }, context) => ({ text: ofContract(context).percent(marginRatio) }),
  ],
  pnl: [
    (t) => t('positions.pnl'),
    (position, context) => ({
      ...money(({ unrealisedPnl }) => unrealisedPnl, { isSigned: true })(position, context),
      unit: position.marginCoin,
    }),
  ],
  roe: [
    () => 'ROE',
    ({ roe }, context) => ({ text: ofContract(context).percent(roe), tone: toneOf(roe) }),
  ],
  realised: [
    (t) => t('positions.realised'),
    money((position) => position.achievedProfits, { isSigned: true }),
  ],
  funding: [(t) => t('positions.funding'), money((position) => position.fundingPaid)],
  takeProfit: [
    (t) => t('positions.exits'),
    price(({ takeProfit }) => takeProfit?.triggerPrice ?? null),
  ],
  stopLoss: [() => '', price(({ stopLoss }) => stopLoss?.triggerPrice ?? null)],
} as const satisfies Readonly<Record<string, readonly [Named, ReadFigure]>>

export type PositionFigure = keyof typeof POSITION_FIGURES
