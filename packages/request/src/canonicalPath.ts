import { RequestError } from './RequestError.ts'

/** Letters, digits and `-._~` percent-encoded (a gateway answers 400), and separators in disguise. `%2e` is among them: dot segments. */
const DISGUISED = /%(?:00|2[def]|3\d|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9ae])/i
/** Control characters, which URL parsers drop in silence, and separators that would open a query, a fragment or another host. */
// oxlint-disable-next-line no-control-regex -- control characters are the very thing refused
const FORBIDDEN = /[\u0000-\u001f\u007f?#\\]/

/**
 * The path as every URL parser will send it: a leading slash, percent-encoded, no surprises.
 * Signing and routing both depend on one spelling, so what has several is refused: `//host`, empty and dot segments,
 * backslashes, queries, fragments (wire protocol 2). Throws a `config` error.
 */
export function canonicalPath(path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`
  if (FORBIDDEN.test(rooted)) throw refused('holds a control character, a backslash, a query or a fragment')
  // Triplets that came encoded stay, in capitals; a lone percent sign is encoded.
  const encoded = encodePath(rooted).replace(/%25([0-9A-Fa-f]{2})/g, (_, hex: string) => `%${hex.toUpperCase()}`)
  if (DISGUISED.test(encoded)) throw refused('encodes a character that needs none')
  const segments = encoded.slice(1).split('/')
  if (segments.includes('.') || segments.includes('..')) throw refused('has a dot segment')
  if (segments.slice(0, -1).includes('')) throw refused('has an empty segment')
  return encoded
}

function encodePath(path: string): string {
  try {
    return encodeURI(path)
  } catch (cause) {
    throw refused('holds half a surrogate pair', cause)
  }
}

const refused = (why: string, cause?: unknown) => new RequestError('config', { message: `the path ${why}`, cause })
