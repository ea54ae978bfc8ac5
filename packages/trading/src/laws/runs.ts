/**
 * How often the laws of this package are tried together: 20,000 times, or as often as `LAW_RUNS`
 * says (a nightly run: 1,000,000).
 */
const factor = Number(process.env['LAW_RUNS'] ?? 20_000) / 20_000

/** A law's share of that. */
export const runs = (usual: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(usual * factor),
})

/** Milliseconds that a file of laws may take at that many runs. */
export const LAW_TIMEOUT = 5_000 + 60_000 * factor
