/** How far something has come, as a share of the whole: 0 to 1, `undefined` where nobody knows. */
export function shareOf(
  value: number | undefined,
  { max }: { readonly max: number },
): number | undefined {
  if (value === undefined || !Number.isFinite(value) || !(max > 0)) return undefined
  return Math.min(1, Math.max(0, value / max))
}

/** Whole percents, rounded down: 100 is said of what is done and of nothing else. */
export function percentOf(share: number): number {
  // 0.29 * 100 is a little under 29.
  return share === 1 ? 100 : Math.min(99, Math.floor(share * 100 + 1e-9))
}
