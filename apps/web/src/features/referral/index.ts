/** What other features may import of `referral`. */
export { codesOf } from './codesOf.ts'
export { ReferralField } from './ReferralField.tsx'
export { startReferral } from './startReferral.ts'
export { useReferralCode } from './useReferralCode.ts'
