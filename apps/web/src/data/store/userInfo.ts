import type { Realm, UserInfo as WireUserInfo } from '@x/api'
import { safeText } from '@x/sanitize'

export type { Realm }

/**
 * `GET /v1/user/overview/userinfo`, checked; names as the wire has them (wire protocol, section
 * 10). What the wire has as `null` is `undefined`.
 */
export interface UserInfo extends Readonly<Pick<WireUserInfo, 'userId' | 'realm' | 'vipLevel'>> {
  /** Later gateways may know more of them. */
  readonly roles: readonly string[]
  /** Masked by the server. */
  readonly email: string | undefined
  readonly mobile: string | undefined
  /** The main account that this sub-account was entered from. */
  readonly enteredFrom: string | undefined
  /** What the log-in asks for besides the password. */
  readonly secondFactors: readonly string[]
}

/** Throws a TypeError for an answer of another shape. */
export function parseUserInfo(data: unknown): UserInfo {
  const { userId, realm, roles, vipLevel, email, mobile, enteredFrom, secondFactors } = (data ??
    {}) as Record<string, unknown>
  if (typeof userId !== 'string' || (realm !== 'live' && realm !== 'paper'))
    throw new TypeError('userinfo: userId and realm are required')
  const optional = (value: unknown) => safeText(value) || undefined
  return {
    userId,
    realm,
    roles: texts(roles),
    vipLevel: typeof vipLevel === 'number' ? vipLevel : 0,
    email: optional(email),
    mobile: optional(mobile),
    enteredFrom: typeof enteredFrom === 'string' ? enteredFrom : undefined,
    secondFactors: texts(secondFactors),
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
