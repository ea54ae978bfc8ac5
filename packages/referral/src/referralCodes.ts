/**
 * The codes that a link may carry (spec section 3). Parameter names default to these names (R1).
 */
export const REFERRAL_FIELDS = [
  'channelCode',
  'vipCode',
  'actCode',
  'clacCode',
  'commonCode',
  'groupId',
] as const

export type ReferralField = (typeof REFERRAL_FIELDS)[number]
export type ReferralCodes = Readonly<Partial<Record<ReferralField, string>>>

const CODE = /^\s*([\w-]{1,64})\s*(?:,|$)/

/**
 * The part before the first comma, trimmed (spec section 5, R2); `undefined` when that is no code.
 */
export function parseCode(value: unknown): string | undefined {
  return typeof value === 'string' ? CODE.exec(value)?.[1] : undefined
}

/**
 * The codes that `read` gives, channel and VIP code only as a pair (spec section 5, R5);
 * `undefined` when there is none.
 */
export function collectCodes(read: (field: ReferralField) => unknown): ReferralCodes | undefined {
  const codes: Partial<Record<ReferralField, string>> = {}
  for (const field of REFERRAL_FIELDS) {
    const code = parseCode(read(field))
    if (code) codes[field] = code
  }
  if (!codes.channelCode || !codes.vipCode) {
    delete codes.channelCode
    delete codes.vipCode
  }
  return Object.keys(codes).length > 0 ? codes : undefined
}
