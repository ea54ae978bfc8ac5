import { add, decimal, formatDecimal, parseDecimal, ZERO } from '@x/decimal'
import type { SpotFill } from '../../data/spot/model.ts'

/** What paper fills cost beyond the middle price, in quote (docs/adr/paper.md). */
export const EXECUTION_COSTS = ['spread', 'impact', 'latency'] as const
export type ExecutionCost = (typeof EXECUTION_COSTS)[number]

export interface ExecutionCostSum extends Readonly<Record<ExecutionCost, string>> {
  readonly total: string
}

/**
 * Each cost of several fills and all together; `undefined` where none has any, as in the live
 * realm.
 */
export function sumExecutionCosts(
  fills: readonly Pick<SpotFill, ExecutionCost>[],
): ExecutionCostSum | undefined {
  const counted = fills.filter(({ spread }) => spread !== undefined)
  if (counted.length === 0) return undefined
  const sum = (texts: readonly (string | undefined)[]) =>
    texts.reduce((so, text) => add(so, parseDecimal(text ?? '0') ?? ZERO), decimal('0'))
  const of = (cost: ExecutionCost) => sum(counted.map((fill) => fill[cost]))
  const [spread, impact, latency] = [of('spread'), of('impact'), of('latency')]
  const text = (value: typeof spread) => formatDecimal(value, { trim: true })
  return {
    spread: text(spread),
    impact: text(impact),
    latency: text(latency),
    total: text(add(add(spread, impact), latency)),
  }
}
