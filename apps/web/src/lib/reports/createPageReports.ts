import type { Clock, Report, Reporter } from '@x/kit'
import { createReportQueue } from './createReportQueue.ts'
import type { TakenReport, TakenViolation } from './reportBodies.ts'

/** Spec section 7. */
const CSP_LOG = '/v1/buried/log/cspSecurity'
const CLIENT_ERROR_LOG = '/v1/buried/log/clientError'
/** Of either kind (security design, D16 and security headers). */
const PER_PAGE = 10

export type Violation = Omit<TakenViolation, 'page' | 'timestamp'>

export interface PageReportsOptions {
  readonly clock: Pick<Clock, 'now'>
  readonly isOnline: () => boolean
  readonly href: () => string
  /**
   * Queues the body in the browser, which sends it even when the page is closed; `false` where it
   * does not take it.
   */
  readonly beacon: (path: string, body: string) => boolean
  /** Hears every report as well, unchanged. */
  readonly also?: Reporter
}

export interface PageReports extends Reporter {
  violation(violation: Violation): void
  /** The network is back. */
  retry(): void
}

/**
 * What goes wrong in this page goes to the gateway's two logs: ten of each, each once, kept while
 * there is no network.
 */
export function createPageReports({
  clock,
  isOnline,
  href,
  beacon,
  also,
}: PageReportsOptions): PageReports {
  // Most pages never need the words: they are fetched with the first report.
  const bodies = () => import('./reportBodies.ts')
  const reports = createReportQueue<TakenReport>({
    limit: PER_PAGE,
    isOnline,
    send: async (taken) => beacon(CLIENT_ERROR_LOG, (await bodies()).clientErrorBody(taken)),
  })
  const violations = createReportQueue<TakenViolation>({
    limit: PER_PAGE,
    isOnline,
    send: async (taken) => beacon(CSP_LOG, (await bodies()).violationBody(taken)),
  })
  return {
    report(report: Report) {
      also?.report(report)
      reports.add(JSON.stringify(report), { report, page: href() })
    },
    violation(violation) {
      violations.add(`${violation.effectiveDirective} ${violation.blockedURI}`, {
        ...violation,
        page: href(),
        timestamp: clock.now(),
      })
    },
    retry() {
      reports.flush()
      violations.flush()
    },
  }
}
