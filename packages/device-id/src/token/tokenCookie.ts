import type { KeyValueStorage } from '@x/kit'
import { DEVICE_TOKEN_COOKIE } from '../wire.ts'

export type Cookies = Pick<KeyValueStorage, 'get' | 'set' | 'remove'>

export interface TokenCookie {
  read(): string | null
  write(token: string): void
  remove(): void
}

/**
 * The cookie beside the header (D13). A browser that denies cookies costs nothing: the header
 * carries the token.
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
  const remove = () => void attempt(() => cookies.remove(name))
  return {
    read: () => attempt(() => cookies.get(name)),
    write(token) {
      // Browsers drop a larger cookie in silence and would go on sending the old one.
      if (name.length + 1 + encodeURIComponent(token).length > maxBytes) remove()
      else attempt(() => cookies.set(name, token))
    },
    remove,
  }
}
