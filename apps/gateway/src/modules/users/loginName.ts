import { invalidParameter } from '../../platform/http/envelope.ts'

/** How a user is known: the address that codes go to and that the log-in form takes. */
export type LoginName =
  | { readonly kind: 'email'; readonly email: string }
  /** `isWhole`: the digits begin with the area code. */
  | { readonly kind: 'mobile'; readonly digits: string; readonly isWhole: boolean }

// One @, a dot in the domain, nothing that a header or a log line could trip over. Only a code that
// arrives proves an address.
const MAILBOX = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}/
const DOMAIN = /(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}/
const EMAIL = new RegExp(`^${MAILBOX.source}@${DOMAIN.source}$`)
const AREA_CODE = /^[1-9][0-9]{0,4}$/
const MOBILE = /^[0-9]{4,14}$/
/** Marks a number that begins with its area code. */
const WHOLE = /^\s*(?:\+|00)/
/**
 * Where a zero in front is part of the number, not the sign for a call within the country: Italy,
 * San Marino, the Vatican, Ivory Coast, Benin, Gabon, Congo.
 */
const KEEPS_ZERO: ReadonlySet<string> = new Set(['39', '378', '379', '225', '229', '241', '242'])
/**
 * Digits at the end of a number that it is counted by: fewer than most countries' numbers have
 * without area code.
 */
const COUNTED_DIGITS = 7

/**
 * Case is dropped: no provider in use reports addresses apart by it, and people type it as it
 * comes.
 */
export function readEmail(value: unknown, field = 'email'): string {
  const email = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (email.length > 254 || !EMAIL.test(email))
    throw invalidParameter(field, 'The e-mail address is not valid')
  return email
}

/**
 * The digits alone, as they follow the plus sign of E.164: `+86`, `0086` and `86` are one area
 * code; spaces, dashes, the zero of calls within a country, and an area code that the number
 * repeats behind a mark are dropped (docs/adr/login.md).
 */
export function readMobile(
  areaCode: unknown,
  mobile: unknown,
): { readonly areaCode: string; readonly mobile: string } {
  const area = digitsOf(areaCode).replace(/^0+/, '')
  if (!AREA_CODE.test(area)) throw invalidParameter('areaCode', 'The area code is not valid')
  const number = nationalNumber(area, mobile)
  if (!MOBILE.test(number)) throw invalidParameter('mobile', 'The mobile number is not valid')
  return { areaCode: area, mobile: number }
}

/**
 * What the log-in form was given; never fails, so that a malformed name costs and reveals no more
 * than a wrong one.
 */
export function readLoginName(loginName: string, areaCode: unknown): LoginName {
  const text = loginName.trim().toLowerCase()
  if (text.includes('@')) return { kind: 'email', email: text }
  const area = digitsOf(areaCode).replace(/^0+/, '')
  if (WHOLE.test(text))
    return {
      kind: 'mobile',
      digits: digitsOf(text.replace('(0)', '')).replace(/^0+/, ''),
      isWhole: true,
    }
  return area === ''
    ? { kind: 'mobile', digits: digitsOf(text), isWhole: false }
    : { kind: 'mobile', digits: `${area}${nationalNumber(area, text)}`, isWhole: true }
}

/**
 * One key for every spelling of an account, for all that is counted by it. Of a number the end
 * counts, with which every spelling ends: who has it, and so its area code, must not show in a
 * count.
 */
export function loginNameKey(name: LoginName): string {
  return name.kind === 'email' ? name.email : `+${name.digits.slice(-COUNTED_DIGITS)}`
}

/** Where a code goes: an e-mail address, or `+<area code><number>`. */
export function mobileAddress({ areaCode, mobile }: { areaCode: string; mobile: string }): string {
  return `+${areaCode}${mobile}`
}

/** `trader@example.com` -> `tr***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at - 1))}***${email.slice(at)}`
}

/** `13800001234` -> `138****1234`. */
export function maskMobile(mobile: string): string {
  const front = Math.min(3, Math.floor(mobile.length * 0.3))
  const back = Math.min(4, Math.floor(mobile.length * 0.4))
  return `${mobile.slice(0, front)}****${mobile.slice(mobile.length - back)}`
}

/** Empty where the number names another area code than `area`. */
function nationalNumber(area: string, mobile: unknown): string {
  const digits = digitsOf(mobile)
  const whole = digits.replace(/^0+/, '')
  const isWhole = typeof mobile === 'string' && WHOLE.test(mobile)
  const number = isWhole ? (whole.startsWith(area) ? whole.slice(area.length) : '') : digits
  return KEEPS_ZERO.has(area) ? number : number.replace(/^0+/, '')
}

function digitsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).replace(/\D/g, '')
    : ''
}
