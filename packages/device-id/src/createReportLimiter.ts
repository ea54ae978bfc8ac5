import type { Clock, Report, Reporter } from '@x/kit'

const MINUTE = 60_000
const PER_PAGE = 10

/**
 * Reports without a flood: one a minute of each kind, ten a page (D16). Callers put neither a token
 * nor a query string into them.
 */
export function createReportLimiter({
  reporter,
  clock,
}: {
  readonly reporter: Reporter
  readonly clock: Clock
}): Reporter {
  const last = new Map<string, number>()
  let left = PER_PAGE
  return {
    report(report: Report) {
      const now = clock.monotonic()
      if (left === 0 || now - (last.get(report.kind) ?? -MINUTE) < MINUTE) return
      last.set(report.kind, now)
      left--
      reporter.report(report)
    },
  }
}
