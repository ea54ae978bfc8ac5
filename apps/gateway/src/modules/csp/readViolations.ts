import { cut, withoutAddressParts, withoutQuery } from './redact.ts'

/** One violation of the content policy, of whatever form it arrived in. */
export interface Violation {
  /** Page without query and fragment. */
  readonly page: string
  readonly directive: string
  readonly blocked: string
  /** The page's own words, in the app's form only. */
  readonly reason?: string
}

const MAX_REPORTS = 20

/**
 * Reads the three forms: the app's (spec section 7: bizType, data{event, reason}, timestamp, page),
 * `report-uri`'s (`{"csp-report": …}`) and the Reporting API's (a list of `{type, url, body}`).
 * `undefined` for anything else.
 */
export function readViolations(value: unknown): Violation[] | undefined {
  if (Array.isArray(value))
    return value.slice(0, MAX_REPORTS).filter(isCspReport).map(fromReportingApi)
  if (!isRecord(value)) return undefined
  const legacy = value['csp-report']
  if (isRecord(legacy))
    return [
      violation(
        legacy['document-uri'],
        legacy['effective-directive'] ?? legacy['violated-directive'],
        legacy['blocked-uri'],
      ),
    ]
  const { data, page } = value
  if (!isRecord(data)) return undefined
  const event = isRecord(data['event']) ? data['event'] : {}
  const found = violation(
    page,
    event['effectiveDirective'] ?? event['violatedDirective'] ?? data['event'],
    event['blockedURI'],
  )
  return [{ ...found, reason: withoutAddressParts(data['reason']) }]
}

function isCspReport(report: unknown): report is Record<string, unknown> {
  return isRecord(report) && report['type'] === 'csp-violation' && isRecord(report['body'])
}

function fromReportingApi(report: Record<string, unknown>): Violation {
  const body = report['body'] as Record<string, unknown>
  return violation(
    body['documentURL'] ?? report['url'],
    body['effectiveDirective'],
    body['blockedURL'],
  )
}

function violation(page: unknown, directive: unknown, blocked: unknown): Violation {
  return { page: withoutQuery(page), directive: cut(directive), blocked: withoutQuery(blocked) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
