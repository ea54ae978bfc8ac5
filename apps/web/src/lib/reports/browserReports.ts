import type { Clock, Reporter } from '@x/kit'
import { createPageReports } from './createPageReports.ts'

/**
 * The reporter of this page, which hears of violations of the content policy from the browser
 * itself.
 */
export function browserReports({
  gatewayOrigin,
  clock,
  also,
}: {
  readonly gatewayOrigin: string
  readonly clock: Clock
  readonly also?: Reporter
}): Reporter {
  const reports = createPageReports({
    clock,
    isOnline: () => navigator.onLine,
    href: () => location.href,
    // A text goes out as text/plain, which needs no question in advance to another origin.
    beacon: (path, body) => navigator.sendBeacon(gatewayOrigin + path, body),
    ...(also ? { also } : {}),
  })
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      reports.violation({ effectiveDirective, blockedURI, sourceFile, lineNumber }),
  )
  window.addEventListener('online', reports.retry)
  return reports
}
