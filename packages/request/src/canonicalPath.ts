import { RequestError } from './RequestError.ts'

/** What makes a path mean something else to the next parser that reads it. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  // Control characters, which URL parsers drop in silence, and what opens a query, a fragment or
  // another host.
  // oxlint-disable-next-line no-control-regex -- control characters are the very thing refused
  [/[\0-\x1f\x7f?#\\]/, 'a character of no path'],
  [/\/\//, 'an empty segment'],
  [/\/\.\.?(?:\/|$)/, 'a dot segment'],
  // Letters, digits and `-._~` (a gateway answers 400), and separators in disguise.
  [/%(?:00|2[def]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])/i, 'a needless escape'],
]

/**
 * The slash, and what may stand in a segment as itself (RFC 3986, pchar) and so not as its code:
 * `!$&'()*+,:;=@`.
 */
const RAW = /%(?:2[146-9A-CF]|3[ABD]|40)/g

/**
 * The path as every URL parser will send it: a leading slash, percent-encoded, no surprises.
 * Signing and routing both depend on one spelling, so what has several is refused: `//host`, empty
 * and dot segments, backslashes, queries, fragments (wire protocol 2). Throws a `config` error.
 */
export function canonicalPath(path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`
  for (const [pattern, fault] of FAULTS) if (pattern.test(rooted)) throw refused(fault)
  try {
    // A lone percent sign means itself; every other code is needed, or written as what it stands
    // for.
    const text = decodeURIComponent(rooted.replace(/%(?![\da-f]{2})/gi, '%25'))
    return encodeURIComponent(text).replace(RAW, decodeURIComponent)
  } catch {
    throw refused('half a character')
  }
}

const refused = (fault: string) => new RequestError('config', { message: `the path has ${fault}` })
