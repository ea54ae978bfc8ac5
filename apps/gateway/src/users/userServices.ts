import type { Clock, Random } from '@x/kit'
import type { CaptchaGate } from '../captcha/CaptchaGate.ts'
import type { Database } from '../db/Database.ts'
import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import type { Admittance } from './createAdmittance.ts'
import type { LoginGuard } from './loginGuard.ts'
import type { Passwords } from './passwords.ts'
import type { SecondFactors } from './secondFactors.ts'
import type { VerificationCodes } from './verificationCodes.ts'

/** What the routes of this folder work with. */
export interface UserServices {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly store: ExpiringStore
  readonly captcha: CaptchaGate
  readonly guard: LoginGuard
  readonly passwords: Passwords
  readonly codes: VerificationCodes
  readonly factors: SecondFactors
  readonly admittance: Admittance
}
