import { collectCodes, type ReferralCodes, type ReferralField } from './referralCodes.ts'

export interface ReferralLink {
  readonly codes: ReferralCodes
  /** Origin and path, at most 512 characters (R6). */
  readonly currentLink: string
  readonly path: string
}

/** Parameter names that differ from the field names. */
export type ReferralParameters = Readonly<Partial<Record<ReferralField, string>>>

/**
 * More of a query is not looked at: no link of ours is that long, and a hostile one costs no time
 * (R13).
 */
const QUERY_LIMIT = 65_536
const LINK_LIMIT = 512

/**
 * The codes of a link; `undefined` when it has none or is no http(s) link. Of a parameter that is
 * repeated the first counts (R1).
 */
export function readLink(
  href: string,
  parameters: ReferralParameters = {},
): ReferralLink | undefined {
  if (!/^https?:/i.test(href) || !URL.canParse(href)) return undefined
  const { origin, pathname, search } = new URL(href)
  const query = new URLSearchParams(search.slice(0, QUERY_LIMIT))
  const codes = collectCodes((field) => query.get(parameters[field] ?? field))
  return codes && { codes, currentLink: (origin + pathname).slice(0, LINK_LIMIT), path: pathname }
}
