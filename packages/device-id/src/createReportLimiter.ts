import type { Clock, Report, Reporter } from '@x/kit'

const MINUTE = 60_000
const PER_PAGE = 10

/**
 * Limits reports to one per minute and kind and ten per page (D16). Callers must not put a token or
 * query string into a report.
 */
export function createReportLimiter({
  reporter,
  clock,
}: {
  readonly reporter: Reporter
  readonly clock: Clock
}): Reporter {
  const last = new Map<string, number>()
  let remaining = PER_PAGE
  return {
    report(report: Report) {
      const now = clock.monotonic()
      if (!remaining || now - (last.get(report.kind) ?? -MINUTE) < MINUTE) return
      last.set(report.kind, now)
      remaining--
      reporter.report(report)
    },
  }
}
