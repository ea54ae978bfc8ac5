import type { Report } from '@x/kit'
import { redact, withoutQuery } from './redact.ts'

/** A report with the page it came from, as it was then. */
export interface TakenReport {
  readonly report: Report
  readonly page: string
}

/**
 * The fields of a policy violation that may be reported: never its sample, which
 * is text of the page.
 */
export interface TakenViolation {
  readonly effectiveDirective: string
  readonly blockedURI: string
  readonly sourceFile: string
  readonly lineNumber: number
  readonly page: string
  /** Wall time in milliseconds. */
  readonly timestamp: number
}

/** The body of `POST /v1/buried/log/clientError`. */
export function clientErrorBody({ report: { kind, message, detail }, page }: TakenReport): string {
  const words = Object.entries(detail ?? {}).map(([name, value]) => `${name}=${value}`)
  return JSON.stringify({
    kind,
    ...(message ? { message: redact(message) } : {}),
    ...(words.length > 0 ? { detail: redact(words.join(' ')) } : {}),
    page: withoutQuery(page),
  })
}

/** The body of `POST /v1/buried/log/cspSecurity` (spec section 7). */
export function violationBody({
  effectiveDirective,
  blockedURI,
  sourceFile,
  lineNumber,
  page,
  timestamp,
}: TakenViolation): string {
  return JSON.stringify({
    bizType: 'cspSecurity',
    data: {
      event: { effectiveDirective, blockedURI: withoutQuery(blockedURI) },
      reason: sourceFile ? `${withoutQuery(sourceFile)}:${lineNumber}` : '',
    },
    timestamp,
    page: withoutQuery(page),
  })
}
