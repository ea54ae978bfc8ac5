const CODE = /^[A-Za-z0-9_-]{1,64}$/
const SINGLE_CODES = ['actCode', 'clacCode', 'commonCode', 'groupId'] as const

/**
 * The codes a registration came with, kept with the account. A code that is none is dropped: a
 * broken link must not keep anybody from registering. Channel and VIP codes count only as a pair
 * (spec section 5).
 */
export function readReferral(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const referral: Record<string, string> = {}
  const read = (name: string) => {
    const value = body[name]
    return typeof value === 'string' && CODE.test(value.trim()) ? value.trim() : undefined
  }
  const channelCode = read('channelCode')
  const vipCode = read('vipCode')
  if (channelCode !== undefined && vipCode !== undefined)
    Object.assign(referral, { channelCode, vipCode })
  for (const name of SINGLE_CODES) {
    const value = read(name)
    if (value !== undefined) referral[name] = value
  }
  return referral
}
