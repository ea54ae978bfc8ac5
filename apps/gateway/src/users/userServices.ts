import type { Clock, Random } from '@x/kit'
import type { CaptchaGate } from '../captcha/CaptchaGate.ts'
import type { Database } from '../db/Database.ts'
import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import type { Passkeys } from '../passkeys/createPasskeys.ts'
import type { RegionSettings } from '../region/regionSettings.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { Admittance } from './createAdmittance.ts'
import type { LoginFlow } from './createLoginFlow.ts'
import type { Registrar } from './createRegistrar.ts'
import type { ReadRelyingParty } from './publicOrigin.ts'
import type { SecondFactors } from './secondFactors.ts'
import type { StepUp } from './stepUp.ts'
import type { TotpEnrolments } from './totpEnrolments.ts'
import type { VerificationCodes } from './verificationCodes.ts'

/** What the routes of the account rooms work with. */
export interface UserServices {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly store: ExpiringStore
  readonly captcha: CaptchaGate
  readonly codes: VerificationCodes
  readonly factors: SecondFactors
  readonly passkeys: Passkeys
  readonly sessions: Sessions
  readonly admittance: Admittance
  readonly registrar: Registrar
  readonly flow: LoginFlow
  readonly stepUp: StepUp
  readonly enrolments: TotpEnrolments
  readonly relyingParty: ReadRelyingParty
  /** Which header of a trusted proxy names the country of a caller. */
  readonly region?: RegionSettings | undefined
}
