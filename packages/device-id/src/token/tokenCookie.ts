import type { KeyValueStorage } from '@x/kit'
import { DEVICE_TOKEN_COOKIE } from '../wire.ts'

export type Cookies = Pick<KeyValueStorage, 'get' | 'set' | 'remove'>

export interface TokenCookie {
  read(): string | null
  write(token: string): void
  remove(): void
}

/**
 * The cookie besides the header (D13). If cookies are denied, only the header contains the token.
 */
export function createTokenCookie(cookies: Cookies): TokenCookie {
  const { name, maxBytes } = DEVICE_TOKEN_COOKIE
  const attempt = <T>(run: () => T): T | null => {
    try {
      return run()
    } catch {
      return null
    }
  }
  const remove = () => attempt(() => cookies.remove(name))
  return {
    read: () => attempt(() => cookies.get(name)),
    write(token) {
      // Browsers silently ignore a larger cookie and would keep sending the old one.
      attempt(() =>
        name.length + 1 + encodeURIComponent(token).length > maxBytes
          ? cookies.remove(name)
          : cookies.set(name, token),
      )
    },
    remove,
  }
}
