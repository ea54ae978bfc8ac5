import type { KeyValueStorage } from '@x/kit'

type Cookies = Pick<KeyValueStorage, 'get'>

/**
 * The readable references of the session (wire protocol 1b). They grant no access; they name whose
 * session cookie the browser holds.
 */
const TOKEN = 'x_token'
const USER = 'x_uid'

/**
 * Names the session of the cookies; empty: there is none. Two texts that differ are two sessions.
 */
export function referenceOf(cookies: Cookies): string {
  const token = cookies.get(TOKEN)
  return token ? `${cookies.get(USER) ?? ''} ${token}` : ''
}

/** The user that a request would go out as. */
export function cookieUser(cookies: Cookies): string | undefined {
  return (cookies.get(TOKEN) && cookies.get(USER)) || undefined
}
