import type { SignField, WireProfile } from '../wire.ts'
import { signedTime, type Stamp } from './stamp.ts'

export interface SignedRequest extends Stamp {
  /** The URL pathname as sent. */
  readonly path: string
  /** The exact text passed to the transport; `''` without a body. */
  readonly body: string
}

/**
 * Joins the values of `fields` (wire 2). Only the body may contain the separator, and it is last,
 * so two different requests never give the same string.
 */
export function stringToSign(
  fields: readonly SignField[],
  { request, profile }: { request: SignedRequest; profile: WireProfile },
): string {
  const values: Record<SignField, string> = {
    path: request.path,
    time: signedTime(request.tm, profile),
    traceId: request.traceId,
    body: request.body,
  }
  return fields.map((field) => values[field]).join(profile.separator)
}

/**
 * The string of `initSign`: `plaintext` is the login text up to, not including, its own `initSign`
 * (wire 4).
 */
export function initSignString(
  login: Stamp & { readonly path: string; readonly plaintext: string },
  profile: WireProfile,
): string {
  return [
    profile.login.label,
    login.path,
    signedTime(login.tm, profile),
    login.traceId,
    login.plaintext,
  ].join(profile.separator)
}

/** The string of `userCheckDeviceSign`; `newKeyId` is empty while the key is unchanged (wire 5). */
export function deviceCheckString(
  check: Stamp & { readonly path: string; readonly newKeyId: string },
  profile: WireProfile,
): string {
  return [
    profile.deviceCheck.label,
    check.path,
    signedTime(check.tm, profile),
    check.traceId,
    check.newKeyId,
  ].join(profile.separator)
}
