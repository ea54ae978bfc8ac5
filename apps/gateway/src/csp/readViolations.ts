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
const MAX_TEXT = 300

/**
 * Reads the three forms: the app's (spec section 7: bizType, data{event, reason}, timestamp, page), `report-uri`'s
 * (`{"csp-report": …}`) and the Reporting API's (a list of `{type, url, body}`). `undefined` for anything else.
 */
export function readViolations(value: unknown): Violation[] | undefined {
  if (Array.isArray(value)) return value.slice(0, MAX_REPORTS).filter(isCspReport).map(fromReportingApi)
  if (!isRecord(value)) return undefined
  const legacy = value['csp-report']
  if (isRecord(legacy)) return [violation(legacy['document-uri'], legacy['effective-directive'] ?? legacy['violated-directive'], legacy['blocked-uri'])]
  const { data, page } = value
  if (!isRecord(data)) return undefined
  const event = isRecord(data['event']) ? data['event'] : {}
  const found = violation(page, event['effectiveDirective'] ?? event['violatedDirective'] ?? data['event'], event['blockedURI'])
  return [{ ...found, reason: reasonOf(data['reason']) }]
}

function isCspReport(report: unknown): report is Record<string, unknown> {
  return isRecord(report) && report['type'] === 'csp-violation' && isRecord(report['body'])
}

function fromReportingApi(report: Record<string, unknown>): Violation {
  const body = report['body'] as Record<string, unknown>
  return violation(body['documentURL'] ?? report['url'], body['effectiveDirective'], body['blockedURL'])
}

function violation(page: unknown, directive: unknown, blocked: unknown): Violation {
  return { page: withoutQuery(page), directive: text(directive), blocked: withoutQuery(blocked) }
}

/** Query strings hold codes and names of people, addresses names and passwords, data addresses whole documents; a policy is mended without them. */
function withoutQuery(value: unknown): string {
  return text(value)
    .replace(/^(data|blob|javascript|about|filesystem):.*$/is, '$1')
    .replace(/[?#].*$/s, '')
    .replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/@]*@/i, '$1//')
}

/** Free words of the page; what looks like the query of an address in them goes. */
function reasonOf(value: unknown): string {
  return text(value)
    .replace(/[?#]\S+/g, '')
    .replace(/\/\/[^\s/@]*@/g, '//')
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
