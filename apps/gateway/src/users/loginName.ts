import { invalidParameter } from '../server/envelope.ts'

/** How a user is known: the address that codes go to and that the log-in form takes. */
export type LoginName = { readonly kind: 'email'; readonly email: string } | { readonly kind: 'mobile'; readonly areaCode: string | undefined; readonly mobile: string }

// One @, a dot in the domain, nothing that a header or a log line could trip over. Only a code that arrives proves an address.
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}$/
const AREA_CODE = /^[1-9][0-9]{0,4}$/
const MOBILE = /^[0-9]{4,14}$/

/** Case is dropped: no provider in use tells addresses apart by it, and people type it as it comes. */
export function readEmail(value: unknown, field = 'email'): string {
  const email = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (email.length > 254 || !EMAIL.test(email)) throw invalidParameter(field, 'The e-mail address is not valid')
  return email
}

/** The digits alone: `+86`, `0086` and `86` are one area code; spaces and dashes of a number are dropped. */
export function readMobile(areaCode: unknown, mobile: unknown): { readonly areaCode: string; readonly mobile: string } {
  const area = digitsOf(areaCode).replace(/^0+/, '')
  if (!AREA_CODE.test(area)) throw invalidParameter('areaCode', 'The area code is not valid')
  const number = digitsOf(mobile)
  if (!MOBILE.test(number)) throw invalidParameter('mobile', 'The mobile number is not valid')
  return { areaCode: area, mobile: number }
}

/** What the log-in form was given; never fails, so that a malformed name costs and tells no more than a wrong one. */
export function readLoginName(loginName: string, areaCode: unknown): LoginName {
  const text = loginName.trim().toLowerCase()
  if (text.includes('@')) return { kind: 'email', email: text }
  const area = digitsOf(areaCode).replace(/^0+/, '')
  return { kind: 'mobile', areaCode: area === '' ? undefined : area, mobile: digitsOf(text) }
}

/** One spelling for everything that is counted by account. */
export function loginNameKey(name: LoginName): string {
  return name.kind === 'email' ? name.email : `+${name.areaCode ?? ''}-${name.mobile}`
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

function digitsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\D/g, '') : ''
}
