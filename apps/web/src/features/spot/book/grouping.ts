import { add, compare, decimal, formatDecimal, mul } from '@x/decimal'

const MULTIPLES = ['1', '10', '50', '100', '500', '1000', '10000'] as const
/** A level coarser than this share of the price leaves no book to read. */
const COARSEST = '0.02'

/** The steps a book can be grouped by: multiples of the tick, up to 2 % of the price. */
export function groupingSteps(tick: string, { price }: { readonly price: string | undefined }): readonly string[] {
  const limit = price === undefined ? undefined : mul(decimal(price), decimal(COARSEST))
  const steps = MULTIPLES.map((multiple) => mul(decimal(tick), decimal(multiple)))
  const shown = limit ? steps.filter((step, index) => index === 0 || compare(step, limit) <= 0) : steps.slice(0, 4)
  return shown.map((step) => formatDecimal(add(step, decimal('0')), { trim: true }))
}

/** Decimals a price of this grouping needs: none finer than the step. */
export function decimalsOfStep(step: string): number {
  return step.includes('.') ? step.length - step.indexOf('.') - 1 : 0
}
