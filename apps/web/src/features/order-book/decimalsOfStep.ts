/** Decimals a price of this grouping needs: none finer than the step. */
export function decimalsOfStep(step: string): number {
  return step.includes('.') ? step.length - step.indexOf('.') - 1 : 0
}
