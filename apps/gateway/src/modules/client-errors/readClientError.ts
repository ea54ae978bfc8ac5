import { withoutAddressParts, withoutQuery } from '../csp/redact.ts'

/** One fault of a page, fit for a log. */
export interface ClientError {
  /** What kind of fault it is, in the page's own names. */
  readonly kind: string
  readonly message?: string
  readonly detail?: string
  /** Page without query and fragment. */
  readonly page?: string
}

const KIND = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/
/**
 * Mail addresses, and every run of 24 characters that a key, a token or a signature may consist of.
 */
const PERSONAL = /[^\s@"'<>]+@[^\s@"'<>]+|(?=[A-Za-z0-9+/_=-]*[0-9])[A-Za-z0-9+/_=-]{24,}/g
const OPTIONAL = ['message', 'detail'] as const

/**
 * `undefined` for anything that is no report. Messages of errors quote what they stumbled over:
 * what could name a person or open something goes.
 */
export function readClientError(value: unknown): ClientError | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const report = value as Readonly<Record<string, unknown>>
  const { kind, page } = report
  if (typeof kind !== 'string' || !KIND.test(kind)) return undefined
  if (
    [page, ...OPTIONAL.map((name) => report[name])].some(
      (field) => field !== undefined && typeof field !== 'string',
    )
  )
    return undefined
  const texts = OPTIONAL.flatMap((name) =>
    report[name] === undefined
      ? []
      : [[name, withoutAddressParts(report[name]).replace(PERSONAL, '…')] as const],
  )
  return {
    kind,
    ...Object.fromEntries(texts),
    ...(page === undefined ? {} : { page: withoutQuery(page) }),
  }
}
