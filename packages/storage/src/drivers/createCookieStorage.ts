import { parseCookie, stringifySetCookie } from 'cookie'
import type { KeyValueStorage } from '@x/kit'
import { StorageError, toStorageError } from '../StorageError.ts'

/** Attributes of the cookies that the driver writes. */
export interface CookieStorageOptions {
  /** Seconds that a cookie lives. Default: 365 days (spec section 9). */
  readonly maxAgeSeconds?: number
  /** Default `/`. */
  readonly path?: string
  /** Default: the host alone. */
  readonly domain?: string
  /** Default `lax`. */
  readonly sameSite?: 'lax' | 'strict' | 'none'
  /** Default: true on https. */
  readonly secure?: boolean
  /**
   * Longest name and value together, in bytes as sent; browsers drop more than 4096 in silence.
   * Default 3800.
   */
  readonly maxBytes?: number
}

const DAYS_365 = 365 * 86_400
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z:]+$/

/**
 * Readable cookies of the page. `set` and `remove` throw a `StorageError`; other tabs' writes are
 * not announced.
 */
export function createCookieStorage(options: CookieStorageOptions = {}): KeyValueStorage {
  const {
    maxAgeSeconds = DAYS_365,
    path = '/',
    domain,
    sameSite = 'lax',
    maxBytes = 3800,
  } = options

  const write = (name: string, cookie: { value: string; maxAge: number }) => {
    if (!NAME.test(name)) throw new StorageError('invalid-key', { detail: { driver: 'cookie' } })
    const secure = options.secure ?? isHttps()
    const header = stringifySetCookie({
      name,
      ...cookie,
      path,
      sameSite,
      secure,
      ...(domain === undefined ? {} : { domain }),
    })
    // What the package writes is ASCII, so characters are bytes; the pair ends at the first
    // attribute.
    const bytes = header.indexOf(';')
    if (bytes > maxBytes)
      throw new StorageError('too-large', { detail: { driver: 'cookie', bytes } })
    try {
      document.cookie = header
    } catch (cause) {
      throw toStorageError(cause, 'cookie')
    }
  }

  return {
    get: (name) => readCookies()[name] ?? null,
    set: (name, value) => write(name, { value, maxAge: maxAgeSeconds }),
    remove: (name) => write(name, { value: '', maxAge: 0 }),
    keys: () => Object.keys(readCookies()),
    subscribe: () => () => {},
  }
}

function readCookies(): Readonly<Record<string, string | undefined>> {
  try {
    return parseCookie(document.cookie)
  } catch {
    return {}
  }
}

function isHttps(): boolean {
  return typeof location !== 'undefined' && location.protocol === 'https:'
}
