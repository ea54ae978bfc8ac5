import { RequestError } from './RequestError.ts'

/** What makes a path mean something else to the next parser that reads it. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  // Control characters, which URL parsers drop in silence, and what opens a query, a fragment or another host.
  // oxlint-disable-next-line no-control-regex -- control characters are the very thing refused
  [/[\0-\x1f\x7f?#\\]/, 'a character of no path'],
  [/\/\//, 'an empty segment'],
  [/\/\.\.?(?:\/|$)/, 'a dot segment'],
  // Letters, digits and `-._~` (a gateway answers 400), and separators in disguise.
  [/%(?:00|2[def]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])/i, 'a needless escape'],
]

/**
 * The path as every URL parser will send it: a leading slash, percent-encoded, no surprises.
 * Signing and routing both depend on one spelling, so what has several is refused: `//host`, empty and dot segments,
 * backslashes, queries, fragments (wire protocol 2). Throws a `config` error.
 */
export function canonicalPath(path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`
  for (const [pattern, fault] of FAULTS) if (pattern.test(rooted)) throw refused(fault)
  try {
    // Triplets that came encoded stay, in capitals; a lone percent sign is encoded.
    return encodeURI(rooted).replace(/%25([\da-f]{2})/gi, (_, hex: string) => `%${hex.toUpperCase()}`)
  } catch {
    throw refused('half a surrogate pair')
  }
}

const refused = (fault: string) => new RequestError('config', { message: `the path has ${fault}` })
