import type { Clock, Random } from '@x/kit'
import type { CaptchaGate } from '../captcha/CaptchaGate.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { ExpiringStore } from '../../platform/ttl-store/TtlStore.ts'
import type { Passkeys } from '../passkeys/createPasskeys.ts'
import type { RegionSettings } from '../region/regionSettings.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { Admittance } from '../login/openSession.ts'
import type { LoginFlow } from '../login/createLoginFlow.ts'
import type { Registrar } from '../registration/createRegistrar.ts'
import type { ReadRelyingParty } from '../../platform/http/relyingParty.ts'
import type { SecondFactors } from '../second-factors/secondFactors.ts'
import type { StepUp } from '../second-factors/stepUp.ts'
import type { TotpEnrolments } from '../second-factors/totpEnrolments.ts'
import type { VerificationCodes } from '../verification-codes/verificationCodes.ts'

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
