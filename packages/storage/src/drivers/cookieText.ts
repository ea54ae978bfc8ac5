export interface CookieAttributes {
  /** Seconds. */
  readonly maxAge: number
  readonly path: string
  readonly domain: string | undefined
  readonly sameSite: 'lax' | 'strict' | 'none'
  readonly secure: boolean
}

const SAME_SITE = { lax: 'Lax', strict: 'Strict', none: 'None' } as const
/** What a value may not hold as it is (RFC 6265, section 4.1.1), and the sign of what is escaped. */
const UNFIT = /[^!#-+\--:<-[\]-~]|%/

/** What sets a cookie: its value escaped where it has to be. */
export function cookieText(name: string, value: string, { maxAge, path, domain, sameSite, secure }: CookieAttributes): string {
  const sent = UNFIT.test(value) ? encodeURIComponent(value) : value
  return `${name}=${sent}; Max-Age=${maxAge}${domain === undefined ? '' : `; Domain=${domain}`}; Path=${path}${secure ? '; Secure' : ''}; SameSite=${SAME_SITE[sameSite]}`
}

/** The cookies of `document.cookie`; of one name the first, whose path is the nearest. What is badly escaped stays as it is. */
export function readCookieText(text: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of text.split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at >= 0 && !cookies.has(name)) cookies.set(name, unescaped(pair.slice(at + 1).trim()))
  }
  return cookies
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
