import {
  add,
  compare,
  type Decimal,
  decimal,
  div,
  formatDecimal,
  max,
  min,
  mul,
  roundUnits,
  sub,
  ZERO,
} from '@x/decimal'
import type { WorthPoint } from '../../data/valuation/worthHistory.ts'

export interface ProfitPoint {
  readonly at: number
  /** Gained since the first point, in the quote asset. */
  readonly profit: string
}

export interface ProfitCurve {
  readonly points: readonly ProfitPoint[]
  readonly profit: string
  /**
   * Of what stood there at first and was paid in since (docs/adr/trading.md); `undefined` where
   * that is nothing.
   */
  readonly percent: string | undefined
  readonly direction: 'up' | 'down' | 'flat'
}

/**
 * What was gained from point to point: worth less what was paid in, so that a deposit or a reset is
 * no profit. `undefined` for fewer than two points.
 */
export function profitCurve(history: readonly WorthPoint[]): ProfitCurve | undefined {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last || history.length < 2) return undefined
  const start = gainOf(first)
  const points = history.map((point) => ({
    at: point.at,
    profit: formatDecimal(sub(gainOf(point), start)),
  }))
  const profit = sub(gainOf(last), start)
  const paidIn = sub(decimal(last.netDeposits), decimal(first.netDeposits))
  const staked = add(decimal(first.value), max(paidIn, ZERO))
  const order = compare(profit, ZERO)
  return {
    points,
    profit: formatDecimal(profit),
    percent:
      compare(staked, ZERO) > 0
        ? formatDecimal(div(mul(profit, decimal('100')), staked, { scale: 4, mode: 'half-up' }))
        : undefined,
    direction: order > 0 ? 'up' : order < 0 ? 'down' : 'flat',
  }
}

const gainOf = ({ value, netDeposits }: WorthPoint): Decimal =>
  sub(decimal(value), decimal(netDeposits))

const DAY_MS = 86_400_000

/** What was gained on each day (UTC) that has a point, after the one before it; oldest first. */
export function dailyProfits(points: readonly ProfitPoint[]): readonly ProfitPoint[] {
  const last = new Map(points.map((point) => [Math.floor(point.at / DAY_MS), point.profit]))
  let before = decimal(points[0]?.profit ?? '0')
  return [...last].map(([day, profit]) => {
    const gained = sub(decimal(profit), before)
    before = decimal(profit)
    return { at: day * DAY_MS, profit: formatDecimal(gained) }
  })
}

/** A figure that rounds to nothing at its digits is nothing: no `>-0.01` for a change. */
export const orNothing = (value: string, digits: number): string =>
  roundUnits(value, digits, 'half-up') === 0n ? '0' : value

export interface CurveShape {
  /** Corners of the line, oldest first, in a box of the given size; drawn, never reckoned with. */
  readonly line: readonly { readonly x: number; readonly y: number }[]
  /** Where nothing gained and nothing lost lies. */
  readonly zero: number
  /** Figures for the axis from the top down, none over another. */
  readonly marks: readonly { readonly value: string; readonly y: number }[]
}

/** Pixels between the middles of two figures at the axis. */
const MARK_GAP = 16

/**
 * The curve from edge to edge of a box, zero always in sight. A curve that never moves lies in the
 * middle.
 */
export function curveShape(
  points: readonly ProfitPoint[],
  { width, height }: { readonly width: number; readonly height: number },
): CurveShape {
  const values = points.map(({ profit }) => decimal(profit))
  const [low, high] = [
    values.reduce((a, b) => min(a, b), ZERO),
    values.reduce((a, b) => max(a, b), ZERO),
  ]
  const span = sub(high, low)
  const y = (value: Decimal): number =>
    compare(span, ZERO) === 0
      ? height / 2
      : Number(
          formatDecimal(
            div(mul(sub(high, value), decimal(String(height))), span, {
              scale: 2,
              mode: 'half-up',
            }),
          ),
        )
  return {
    line: values.map((value, index) => ({
      x: (index * width) / Math.max(1, values.length - 1),
      y: y(value),
    })),
    zero: y(ZERO),
    marks: marksOf([high, ZERO, low], y),
  }
}

/** Zero is always named; the highest and the lowest where there is space beside it. */
function marksOf(values: readonly Decimal[], y: (value: Decimal) => number): CurveShape['marks'] {
  const zero = y(ZERO)
  return values
    .filter((value, index) => index === 1 || Math.abs(y(value) - zero) >= MARK_GAP)
    .map((value) => ({ value: formatDecimal(value), y: y(value) }))
}
