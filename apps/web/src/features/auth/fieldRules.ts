/** What a field must hold before it is worth asking the server, which judges again. */

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const MOBILE = /^\d{5,15}$/
const AREA_CODE = /^\+?\d{1,4}$/
const CODE = /^\d{6}$/

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text.trim())
export const isMobile = (text: string): boolean => MOBILE.test(text.replace(/[\s-]/g, ''))
export const isAreaCode = (text: string): boolean => AREA_CODE.test(text.trim())
export const isCode = (text: string): boolean => CODE.test(text.trim())

export type PasswordFault = 'short' | 'long' | 'plain'

/**
 * The rules that can be shown while typing; the server also refuses common passwords and ones that
 * hold the login name.
 */
export function passwordFault(password: string): PasswordFault | undefined {
  const length = [...password].length
  if (length < 8) return 'short'
  if (length > 128) return 'long'
  return /\p{L}/u.test(password) && /[^\p{L}]/u.test(password) ? undefined : 'plain'
}
