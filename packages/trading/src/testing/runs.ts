/**
 * How often the properties of this package run together: 20,000 times, or `PROPERTY_RUNS` times
 * (nightly: 1,000,000).
 */
const factor = Number(process.env['PROPERTY_RUNS'] ?? 20_000) / 20_000

/** Options of one property that runs `usual` times by default. */
export const runs = (usual: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(usual * factor),
})

/** Milliseconds that a test file may take at that many runs. */
export const PROPERTY_TIMEOUT_MS = 5_000 + 60_000 * factor
