import { CaptchaError } from './CaptchaError.ts'

/** All server spellings in one file (spec section 7). */

export interface CaptchaRequest {
  readonly scene: string
  readonly bizParam?: string
  readonly areaCode?: string
  readonly bizId?: string
}

/** Parameters of `get-captcha-id`. */
export type CaptchaIdParameters = CaptchaRequest

/** Parameters of `check-captcha`. */
export interface CheckParameters {
  readonly captchaType: number
  /** Base64 of the proof's JSON for type 3, the proof itself for others. */
  readonly captchaValidate: unknown
  readonly bizParam?: string
  readonly areaCode?: string
  readonly bizId?: string
}

export const SLIDER = 3

/** The scene and the defined other parameters (C1). */
export function idParameters({
  scene,
  bizParam,
  areaCode,
  bizId,
}: CaptchaRequest): CaptchaIdParameters {
  return { scene, ...defined({ bizParam, areaCode, bizId }) }
}

export interface CheckOptions extends Omit<CaptchaRequest, 'scene'> {
  readonly captchaType: number
  readonly proof: unknown
}

export function checkParameters({
  captchaType,
  proof,
  bizParam,
  areaCode,
  bizId,
}: CheckOptions): CheckParameters {
  return {
    captchaType,
    captchaValidate: captchaType === SLIDER ? base64Json(proof) : proof,
    ...defined({ bizParam, areaCode, bizId }),
  }
}

function defined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** Padded standard base64 of the UTF-8 JSON, keys in their own order (C5). */
export function base64Json(value: unknown): string {
  return btoa(
    Array.from(new TextEncoder().encode(JSON.stringify(value)), (byte) =>
      String.fromCharCode(byte),
    ).join(''),
  )
}

export type CaptchaIdAnswer =
  | { readonly kind: 'refused' }
  | { readonly kind: 'not-needed'; readonly bizId: string | undefined }
  | { readonly kind: 'challenge'; readonly geetestId: string; readonly bizId: string | undefined }

const PASSES: ReadonlySet<unknown> = new Set([0, '0', '200', '00000'])

/**
 * Reads the response of `get-captcha-id`, with or without envelope (C2).
 * @throws CaptchaError `bad-response`
 */
export function readCaptchaId(response: unknown): CaptchaIdAnswer {
  const code = own(response, 'code')
  if (code !== undefined && !PASSES.has(code)) return { kind: 'refused' }
  const data = code === undefined ? undefined : own(response, 'data')
  const body = data === undefined ? response : data
  const status = own(body, 'status')
  const bizId = text(own(body, 'bizId'))
  if (status === 0 || status === '0') return { kind: 'not-needed', bizId }
  const geetestId = text(own(body, 'geetestId'))
  if (status === undefined || geetestId === undefined) throw new CaptchaError('bad-response')
  return { kind: 'challenge', geetestId, bizId }
}

/** Whether `check-captcha` verified the proof: only by the string '00000' (C6). */
export const isVerified = (response: unknown): boolean => own(response, 'code') === '00000'

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
