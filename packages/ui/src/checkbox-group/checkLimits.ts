export interface CheckLimits {
  /** Fewer may not be checked; default 0. */
  readonly min?: number | undefined
  /** More may not be checked; default no limit. */
  readonly max?: number | undefined
}

/** Why a change is refused, and the limit it would break. */
export interface CheckBlock {
  readonly reason: 'min' | 'max'
  readonly limit: number
}

export type CheckChange =
  | { readonly status: 'changed'; readonly checked: readonly string[] }
  | ({ readonly status: 'blocked' } & CheckBlock)

/**
 * U11, spec 5.10: why `key` may not change sides, `undefined` where it may. A list beyond a limit
 * may move towards it.
 */
export function blockOf(
  checked: readonly string[],
  { key, min = 0, max = Infinity }: CheckLimits & { readonly key: string },
): CheckBlock | undefined {
  if (checked.includes(key))
    return checked.length - 1 < min ? { reason: 'min', limit: min } : undefined
  return checked.length + 1 > max ? { reason: 'max', limit: max } : undefined
}

/**
 * U11, spec 5.10: the list after a press on `key`, in the order of pressing, or why it stays as it
 * is.
 */
export function changeChecks(
  checked: readonly string[],
  { key, ...limits }: CheckLimits & { readonly key: string },
): CheckChange {
  const block = blockOf(checked, { key, ...limits })
  if (block) return { status: 'blocked', ...block }
  return {
    status: 'changed',
    checked: checked.includes(key) ? checked.filter((one) => one !== key) : [...checked, key],
  }
}

/** Limits that nothing can meet are a mistake of the caller. Throws a `RangeError`. */
export function checkLimits({ min = 0, max = Infinity }: CheckLimits): void {
  const whole = (limit: number) => limit === Infinity || Number.isInteger(limit)
  if (!whole(min) || !whole(max) || min < 0 || min > max || min === Infinity)
    throw new RangeError(
      `A checkbox group needs whole limits with 0 <= min <= max; it got ${min} and ${max}.`,
    )
}
