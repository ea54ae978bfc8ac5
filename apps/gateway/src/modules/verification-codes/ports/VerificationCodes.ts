export type { CodeTarget, VerificationCodes } from '../verificationCodes.ts'
