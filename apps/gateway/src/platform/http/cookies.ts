export interface CookieAttributes {
  readonly httpOnly?: boolean
  /** Seconds; 0 removes the cookie; absent: until the browser closes. */
  readonly maxAge?: number
  readonly secure: boolean
}

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VALUE = /^[!#$%&'()*+\-./0-9:<=>?@A-Z[\]^_`a-z{|}~]*$/

/**
 * The cookies of a request. The first of a name counts: browsers send the most specific path first.
 */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0)).trim()
    if (name && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}

/** @throws Error for a name or value that would need an encoding; the gateway's own never do. */
export function serializeCookie(
  name: string,
  value: string,
  { httpOnly = false, maxAge, secure }: CookieAttributes,
): string {
  if (!NAME.test(name) || !VALUE.test(value))
    throw new Error(`The cookie ${JSON.stringify(name)} cannot be written as it is.`)
  const parts = [`${name}=${value}`, 'Path=/', 'SameSite=Lax']
  if (maxAge !== undefined) parts.push(`Max-Age=${Math.floor(maxAge)}`)
  if (httpOnly) parts.push('HttpOnly')
  if (secure) parts.push('Secure')
  return parts.join('; ')
}
