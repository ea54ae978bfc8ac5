import { parseUnits } from '@x/decimal'

/** Below, at or above zero as `a` is below, at or above `b`. */
export function compareDecimals(a: string, b: string): number {
  const [one, other] = [parseUnits(a, 20) ?? 0n, parseUnits(b, 20) ?? 0n]
  return one === other ? 0 : one < other ? -1 : 1
}
