import { isRequestError } from '@x/request'
import { safeText } from '@x/sanitize'
import type { Messages, useMessages } from '../../messages.ts'

type Translate = ReturnType<typeof useMessages>
type PlainErrorId = Extract<keyof Messages, `error.${string}`>

/** Codes of the gateway (wire protocol, section 10) whose texts are the app's own, so that they are in the user's language. */
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
  '40301': 'error.forbidden',
  '40401': 'error.unknown',
  '40901': 'error.realm',
  '40902': 'error.repeated',
  '42901': 'error.tooMany',
  '00004': 'error.frozen',
  '00005': 'error.verification',
  '00006': 'error.paused',
}

/** What to tell the user of a refusal: our own text for its code, else what the server or the request layer said. */
export function serverText(error: unknown, t: Translate): string {
  const { code, message } = failureOf(error)
  const id = code === undefined ? undefined : TEXTS[code]
  return id ? t(id) : (message ?? t('error.other'))
}

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
  const { code, message, traceId, data } = (error ?? {}) as { code?: unknown; message?: unknown; traceId?: unknown; data?: unknown }
  const { field, retryAfter } = ((isRequestError(error) ? error.detail.data : data) ?? {}) as { field?: unknown; retryAfter?: unknown }
  return {
    code: text(code),
    message: text(safeText(message)),
    traceId: text(traceId),
    field: text(field),
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
