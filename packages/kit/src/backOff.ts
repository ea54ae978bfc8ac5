import type { Random } from './ports.ts'

/** Limits of a back-off, in milliseconds. */
export interface ExponentialDelay {
  /** Delay after the first failure, doubled with each further one. Default 500 ms. */
  readonly firstDelayMs?: number | undefined
  /** Longest delay. Default 15,000 ms. */
  readonly maxDelayMs?: number | undefined
}

/** An exponential delay with jitter. */
export interface BackOff extends ExponentialDelay {
  readonly random: Random
}

/** The delay in milliseconds after `failures` consecutive failures (1 or more), without jitter. */
export function exponentialDelay(
  failures: number,
  { firstDelayMs, maxDelayMs }: { readonly firstDelayMs: number; readonly maxDelayMs: number },
): number {
  return Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1))
}

/** A random delay between half of `delayMs` and all of it, in whole milliseconds. */
export function withJitter(delayMs: number, random: Random): number {
  const half = delayMs / 2
  return Math.round(half + half * ((random.bytes(1)[0] ?? 0) / 255))
}

/**
 * The delay in whole milliseconds before the next try after `failures` consecutive failures (1 or
 * more): exponential, with jitter between half and all of it, so that clients cut off together do
 * not reconnect together.
 */
export function backOffDelay(
  failures: number,
  { random, firstDelayMs = 500, maxDelayMs = 15_000 }: BackOff,
): number {
  return withJitter(exponentialDelay(failures, { firstDelayMs, maxDelayMs }), random)
}
