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

/** Name of a referral code. */
export type ReferralField = (typeof REFERRAL_FIELDS)[number]
/** Valid codes by field name. */
export type ReferralCodes = Readonly<Partial<Record<ReferralField, string>>>

const CODE = /^\s*([\w-]{1,64})\s*(?:,|$)/

/**
 * The trimmed part before the first comma (spec section 5, R2), or `undefined` if that is no code.
 */
export function parseCode(value: unknown): string | undefined {
  return typeof value === 'string' ? CODE.exec(value)?.[1] : undefined
}

/**
 * Collects the valid codes that `read` returns; channel and VIP code only as a pair (spec section
 * 5, R5). Returns `undefined` when there is none.
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
