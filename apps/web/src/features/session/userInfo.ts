import { safeText } from '@x/sanitize'

export type Realm = 'live' | 'paper'

/** `GET /v1/user/overview/userinfo`; names as the wire has them (wire protocol, section 10). */
export interface UserInfo {
  readonly userId: string
  readonly realm: Realm
  readonly roles: readonly string[]
  readonly vipLevel: number
  /** Masked by the server. */
  readonly email: string | undefined
  readonly mobile: string | undefined
}

/** Throws a TypeError for an answer of another shape. */
export function parseUserInfo(data: unknown): UserInfo {
  const { userId, realm, roles, vipLevel, email, mobile } = (data ?? {}) as Record<string, unknown>
  if (typeof userId !== 'string' || (realm !== 'live' && realm !== 'paper')) throw new TypeError('userinfo: userId and realm are required')
  const optional = (value: unknown) => safeText(value) || undefined
  return {
    userId,
    realm,
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [],
    vipLevel: typeof vipLevel === 'number' ? vipLevel : 0,
    email: optional(email),
    mobile: optional(mobile),
  }
}
