/** What other features may import of `referral`. */
export { codesOf } from './codesOf.ts'
export { startReferral } from './startReferral.ts'
