/** Limits of a checkbox group; whole numbers with 0 <= min <= max. */
export interface CheckLimits {
  /** Minimal number of checked boxes; default 0. */
  readonly min?: number | undefined
  /** Maximal number of checked boxes; default no limit. */
  readonly max?: number | undefined
}

/** The limit that a change would break. */
export interface LimitViolation {
  readonly reason: 'min' | 'max'
  readonly limit: number
}

/** Result of a press on a box. */
export type CheckResult =
  | { readonly status: 'changed'; readonly checked: readonly string[] }
  | ({ readonly status: 'blocked' } & LimitViolation)

/**
 * Returns the limit that toggling `key` would break, or `undefined` (U11, spec 5.10). A list
 * outside a limit may change towards it.
 */
export function limitViolation(
  checked: readonly string[],
  { key, min = 0, max = Infinity }: CheckLimits & { readonly key: string },
): LimitViolation | undefined {
  if (checked.includes(key))
    return checked.length - 1 < min ? { reason: 'min', limit: min } : undefined
  return checked.length + 1 > max ? { reason: 'max', limit: max } : undefined
}

/**
 * Returns the list after a press on `key`, in the order of the presses, or the limit that blocks it
 * (U11, spec 5.10).
 */
export function toggleCheck(
  checked: readonly string[],
  { key, ...limits }: CheckLimits & { readonly key: string },
): CheckResult {
  const block = limitViolation(checked, { key, ...limits })
  if (block) return { status: 'blocked', ...block }
  return {
    status: 'changed',
    checked: checked.includes(key) ? checked.filter((one) => one !== key) : [...checked, key],
  }
}

/** Throws a `RangeError` for limits that no list can meet. */
export function assertLimits({ min = 0, max = Infinity }: CheckLimits): void {
  const whole = (limit: number) => limit === Infinity || Number.isInteger(limit)
  if (!whole(min) || !whole(max) || min < 0 || min > max || min === Infinity)
    throw new RangeError(
      `A checkbox group needs whole limits with 0 <= min <= max; it got ${min} and ${max}.`,
    )
}
