/** The codes that a link may carry (spec section 3). Parameter names default to these names (R1). */
export const REFERRAL_FIELDS = ['channelCode', 'vipCode', 'actCode', 'clacCode', 'commonCode', 'groupId'] as const

export type ReferralField = (typeof REFERRAL_FIELDS)[number]
export type ReferralCodes = Readonly<Partial<Record<ReferralField, string>>>

const CODE = /^[A-Za-z0-9_-]{1,64}$/

/** The part before the first comma, trimmed (spec section 5, R2); `undefined` when that is no code. */
export function parseCode(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.split(',', 1)[0]?.trim() : undefined
  return code !== undefined && CODE.test(code) ? code : undefined
}

/** The codes that `read` gives, channel and VIP code only as a pair (spec section 5, R5); `undefined` when there is none. */
export function collectCodes(read: (field: ReferralField) => unknown): ReferralCodes | undefined {
  const codes: Partial<Record<ReferralField, string>> = {}
  for (const field of REFERRAL_FIELDS) {
    const code = parseCode(read(field))
    if (code !== undefined) codes[field] = code
  }
  if (codes.channelCode === undefined || codes.vipCode === undefined) {
    delete codes.channelCode
    delete codes.vipCode
  }
  return Object.keys(codes).length > 0 ? codes : undefined
}
