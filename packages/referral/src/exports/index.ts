export { createReferral, type Referral, type ReferralOptions } from '../createReferral.ts'
export type { ReferralRecord } from '../captureReferral.ts'
export type { ReferralParameters } from '../readLink.ts'
export { REFERRAL_FIELDS, type ReferralCodes, type ReferralField } from '../referralCodes.ts'
