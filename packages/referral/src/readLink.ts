import { collectCodes, type ReferralCodes, type ReferralField } from './referralCodes.ts'

/** The codes and location of a link. */
export interface ReferralLink {
  readonly codes: ReferralCodes
  /** Origin and path, at most 512 characters (R6). */
  readonly currentLink: string
  readonly path: string
}

/** Parameter names that differ from the field names. */
export type ReferralParameters = Readonly<Partial<Record<ReferralField, string>>>

/**
 * Characters of a query that are read. The platform's links are shorter; the limit bounds the
 * cost of a hostile one (R13).
 */
const QUERY_LIMIT = 65_536
const LINK_LIMIT = 512

/**
 * Reads the codes of a link. Returns `undefined` without codes or for a link that is not http(s).
 * The first of repeated parameters counts (R1).
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
