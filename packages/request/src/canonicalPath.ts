import { RequestError } from './RequestError.ts'

/** Patterns that another URL parser may interpret differently. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  // Control characters, which URL parsers remove, and characters that start a query, a fragment or
  // another host.
  // oxlint-disable-next-line no-control-regex -- control characters are rejected here
  [/[\0-\x1f\x7f?#\\]/, 'an invalid character: escape it by encodeURIComponent'],
  // A server may take an escaped slash for one, so both are judged alike.
  [/(\/|%2f){2}/i, 'an empty segment: write one slash'],
  [/(\/|%2f)\.\.?(\/|%2f|$)/i, 'a dot segment: write the path without . and ..'],
  // Escaped letters, digits and `-._~` (a gateway answers 400), and the escaped backslash.
  [
    /%(?:00|2[de]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])/i,
    'a needless escape: write it plain',
  ],
]

/** Escapes of characters allowed in a segment (RFC 3986, pchar): `!$&'()*+,:;=@`. */
const RAW = /%(?:2[146-9A-C]|3[ABD]|40)/g

/**
 * Returns the path exactly as every URL parser sends it: with a leading slash, percent-encoded.
 * Signing and routing require one spelling, so ambiguous paths are rejected: `//host`, empty and
 * dot segments, backslashes, queries, fragments (wire protocol 2). A slash inside a
 * segment is `%2F` (`/pairs/BTC%2FUSDT`) and stays so.
 * @throws RequestError `config`
 */
export function canonicalPath(path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`
  for (const [pattern, fault] of FAULTS) if (pattern.test(rooted)) throw refused(fault)
  try {
    // A lone percent sign is literal. Other escapes are kept if necessary and decoded otherwise.
    const text = rooted.replace(/%(?![\da-f]{2})/gi, '%25')
    return text.replace(/[^/]+/g, (segment) =>
      encodeURIComponent(decodeURIComponent(segment)).replace(RAW, decodeURIComponent),
    )
  } catch {
    throw refused('an incomplete character: encode it as UTF-8')
  }
}

const refused = (fault: string) => new RequestError('config', { message: `the path has ${fault}` })
