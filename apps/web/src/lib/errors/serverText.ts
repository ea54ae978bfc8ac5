import { isRequestError } from '@x/request'
import { safeText } from '@x/sanitize'
import type { Messages } from '../messages/messages.ts'

/**
 * The code of a private request that was held back because the browser's session is another user's.
 * The app's own: no server says it.
 */
export const OTHER_ACCOUNT = 'OTHER_ACCOUNT'

/** Those with the time to wait. */
type WaitId = 'error.tooManySeconds' | 'error.tooManyMinutes'
type PlainErrorId = Exclude<Extract<keyof Messages, `error.${string}`>, WaitId>

/** The catalog, as far as errors go. */
export interface ErrorTexts {
  (id: PlainErrorId): string
  (id: 'error.tooManySeconds', values: { readonly seconds: number }): string
  (id: 'error.tooManyMinutes', values: { readonly minutes: number }): string
}

/**
 * Codes of the gateway (wire protocol, section 10) whose texts are the app's own, so that they are
 * in the user's language.
 */
const TEXTS: Readonly<Record<string, PlainErrorId>> = {
  '40101': 'error.credentials',
  '40102': 'error.code',
  '40103': 'error.captcha',
  '40201': 'error.balance',
  '40202': 'error.tick',
  '40203': 'error.step',
  '40204': 'error.minimum',
  '40205': 'error.protection',
  '40206': 'error.wouldCross',
  '40207': 'error.notFillable',
  // A trigger or leg on the wrong side of the market: the form says which side, this is the rest.
  '40208': 'error.field.price',
  '40301': 'error.forbidden',
  '40302': 'error.newDevice',
  '40401': 'error.unknown',
  '40901': 'error.realm',
  '40902': 'error.repeated',
  '42901': 'error.tooMany',
  '42902': 'error.tooManyOrders',
  [OTHER_ACCOUNT]: 'error.otherAccount',
  '00004': 'error.frozen',
  '00005': 'error.verification',
  '00006': 'error.paused',
}

/**
 * A parameter that the server does not take. It says why in English only; what the user can do
 * about it hangs on the field.
 */
const PARAMETER_INVALID = '40010'

const FIELD_TEXTS: Readonly<Record<string, PlainErrorId>> = {
  email: 'error.field.email',
  mobile: 'error.field.mobile',
  areaCode: 'error.field.areaCode',
  loginName: 'error.field.loginName',
  pwd: 'error.field.pwd',
  emailCode: 'error.field.code',
  mobileCode: 'error.field.code',
  googleCode: 'error.field.code',
  // The app sends no type that there is not: it is one too many (docs/adr/limits.md).
  orderType: 'error.field.orderType',
  price: 'error.field.price',
  triggerPrice: 'error.field.price',
  size: 'error.field.size',
  amount: 'error.field.amount',
}

const TOO_MANY = '42901'
/** Longer waits are given in minutes. */
const LONGEST_IN_SECONDS = 90

/**
 * The text of a refusal for the user: our own for its code and field, else what the server or
 * the request layer said.
 */
export function serverText(error: unknown, t: ErrorTexts): string {
  const { code, message, field, retryAfter } = failureOf(error)
  if (code === TOO_MANY && retryAfter !== undefined) return waitText(retryAfter, t)
  if (code === PARAMETER_INVALID) return t(entryOf(FIELD_TEXTS, field) ?? 'error.parameter')
  const id = entryOf(TEXTS, code)
  return id ? t(id) : (message ?? t('error.other'))
}

/** What a code of a refusal means to the user; `undefined` where the app has no text of its own. */
export const codeText = (code: string, t: ErrorTexts): string | undefined => {
  const id = entryOf(TEXTS, code)
  return id && t(id)
}

function waitText(seconds: number, t: ErrorTexts): string {
  if (seconds <= LONGEST_IN_SECONDS)
    return t('error.tooManySeconds', { seconds: Math.ceil(seconds) })
  return t('error.tooManyMinutes', { minutes: Math.ceil(seconds / 60) })
}

/** The server's word is no key of our own prototypes. */
const entryOf = <T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined =>
  key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined

export interface Failure {
  readonly code: string | undefined
  readonly message: string | undefined
  readonly traceId: string | undefined
  /** The field that the server named, with 40010. */
  readonly field: string | undefined
  readonly retryAfter: number | undefined
}

/** A failure of the client, or of RTK Query's plain form of it. */
export function failureOf(error: unknown): Failure {
  const { code, message, traceId, data } = (error ?? {}) as {
    code?: unknown
    message?: unknown
    traceId?: unknown
    data?: unknown
  }
  const { field, retryAfter } = ((isRequestError(error) ? error.detail.data : data) ?? {}) as {
    field?: unknown
    retryAfter?: unknown
  }
  return {
    code: text(code),
    message: text(safeText(message)),
    traceId: text(traceId),
    field: text(field),
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
  }
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
