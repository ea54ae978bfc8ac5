import type { KeyValueStorage } from '@x/kit'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'

type Storage = Pick<KeyValueStorage, 'get' | 'set' | 'remove'>

/** The longest log-in name that the form sends. */
const LONGEST = 254

/** Whose log-in was the last one in this browser, if they let it be remembered. */
export function readAccount(storage: Storage): string | undefined {
  const stored = storage.get(STORAGE_KEYS.lastAccount)?.trim() ?? ''
  return stored !== '' && stored.length <= LONGEST ? stored : undefined
}

export const rememberAccount = (storage: Storage, loginName: string): void =>
  storage.set(STORAGE_KEYS.lastAccount, loginName.trim())

export const forgetAccount = (storage: Storage): void => storage.remove(STORAGE_KEYS.lastAccount)

const HIDDEN = '•••'

/**
 * Enough of a log-in name for its owner: `na•••@example.com`, `138•••00`; of a short one the first
 * sign.
 */
export function maskAccount(loginName: string): string {
  const at = loginName.lastIndexOf('@')
  if (at > 0) {
    const name = Array.from(loginName.slice(0, at))
    return name.slice(0, name.length > 3 ? 2 : 1).join('') + HIDDEN + loginName.slice(at)
  }
  const signs = [...loginName]
  return signs.length > 6
    ? signs.slice(0, 3).join('') + HIDDEN + signs.slice(-2).join('')
    : (signs[0] ?? '') + HIDDEN
}
