import type { Clock, Random } from '@x/kit'
import type { CaptchaGate } from '../captcha/CaptchaGate.ts'
import type { Database } from '../db/Database.ts'
import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import type { CodeSender } from '../mailbox/CodeSender.ts'
import type { Capability } from '../server/route.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import { accountRoutes } from './accountRoutes.ts'
import { createAdmittance } from './createAdmittance.ts'
import type { LoginGuard } from './loginGuard.ts'
import { loginRoutes } from './loginRoutes.ts'
import type { Passwords } from './passwords.ts'
import { registerRoutes } from './registerRoutes.ts'
import { createSecondFactors } from './secondFactors.ts'
import { securityRoutes } from './securityRoutes.ts'
import { sendCodeRoute } from './sendCodeRoute.ts'
import type { TradingAccounts } from './TradingAccounts.ts'
import type { UserServices } from './userServices.ts'
import { createVerificationCodes } from './verificationCodes.ts'

export interface UsersOptions {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly store: ExpiringStore
  readonly sessions: Sessions
  readonly accounts: TradingAccounts
  readonly captcha: CaptchaGate
  readonly guard: LoginGuard
  readonly passwords: Passwords
  readonly sender: CodeSender | undefined
}

const PURGE_EVERY_MS = 3_600_000

/** Accounts: registration, log-in, second factors, realms (wire 10 Users). */
export function createUsersCapability(options: UsersOptions): Capability {
  const { clock, sessions } = options
  const codes = createVerificationCodes(options)
  const services: UserServices = { ...options, codes, factors: createSecondFactors({ ...options, codes }), admittance: createAdmittance(options) }
  let purge = { cancel() {} }
  const purgeHourly = async () => {
    await sessions.purge()
    purge = clock.after(PURGE_EVERY_MS, () => void purgeHourly().catch(() => {}))
  }
  return {
    routes: [...loginRoutes(services), ...registerRoutes(services), sendCodeRoute(services), ...accountRoutes({ ...services, sessions }), ...securityRoutes(services)],
    start: purgeHourly,
    stop: async () => purge.cancel(),
  }
}
