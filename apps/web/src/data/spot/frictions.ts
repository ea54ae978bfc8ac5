import { add, decimal, formatDecimal, parseDecimal, ZERO } from '@x/decimal'
import type { SpotFill } from '../../data/spot/model.ts'

/** What paper fills cost beyond the middle price, in quote (docs/adr/paper.md). */
export const FRICTIONS = ['spread', 'impact', 'latency'] as const
export type Friction = (typeof FRICTIONS)[number]

export interface FrictionSum extends Readonly<Record<Friction, string>> {
  readonly total: string
}

/**
 * Each friction of several fills and all together; `undefined` where none has any, as in the live
 * realm.
 */
export function frictionsOf(fills: readonly Pick<SpotFill, Friction>[]): FrictionSum | undefined {
  const counted = fills.filter(({ spread }) => spread !== undefined)
  if (counted.length === 0) return undefined
  const sum = (texts: readonly (string | undefined)[]) =>
    texts.reduce((so, text) => add(so, parseDecimal(text ?? '0') ?? ZERO), decimal('0'))
  const of = (friction: Friction) => sum(counted.map((fill) => fill[friction]))
  const [spread, impact, latency] = [of('spread'), of('impact'), of('latency')]
  const text = (value: typeof spread) => formatDecimal(value, { trim: true })
  return {
    spread: text(spread),
    impact: text(impact),
    latency: text(latency),
    total: text(add(add(spread, impact), latency)),
  }
}
