import type { Clock, Random } from '@x/kit'
import type { CaptchaGate } from '../captcha/CaptchaGate.ts'
import type { Database } from '../db/Database.ts'
import type { ExpiringStore } from '../expiring/ExpiringStore.ts'
import type { DeviceGuard } from '../device/deviceGuard.ts'
import type { CodeSender } from '../mailbox/CodeSender.ts'
import { createPasskeys } from '../passkeys/createPasskeys.ts'
import { passkeyRoutes } from '../passkeys/passkeyRoutes.ts'
import { qrRoutes } from '../qr/qrRoutes.ts'
import type { RegionSettings } from '../region/regionSettings.ts'
import type { Log } from '../server/Log.ts'
import type { Capability } from '../server/route.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { ThirdProviders } from '../third/ThirdProvider.ts'
import { thirdRoutes } from '../third/thirdRoutes.ts'
import { accountRoutes } from './accountRoutes.ts'
import { createAdmittance } from './createAdmittance.ts'
import { createLoginFlow } from './createLoginFlow.ts'
import { createRegistrar } from './createRegistrar.ts'
import { guardRoutes } from './guardRoutes.ts'
import { createHourlyPurge } from './hourlyPurge.ts'
import type { KnownLogins } from './knownLogins.ts'
import type { LoginGuard } from './loginGuard.ts'
import { loginRoutes } from './loginRoutes.ts'
import { createLoginTickets } from './loginTickets.ts'
import type { Passwords } from './passwords.ts'
import { createRelyingPartyReader } from './publicOrigin.ts'
import { registerRoutes } from './registerRoutes.ts'
import { createSecretSeal } from './sealSecret.ts'
import { createSecondFactors } from './secondFactors.ts'
import { securityRoutes } from './securityRoutes.ts'
import { sendCodeRoute } from './sendCodeRoute.ts'
import { sessionRoutes } from './sessionRoutes.ts'
import { createStepUp } from './stepUp.ts'
import { stepUpRoutes } from './stepUpRoutes.ts'
import { subAccountRoutes } from './subAccountRoutes.ts'
import { createTotpEnrolments } from './totpEnrolments.ts'
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
  readonly known: KnownLogins
  readonly sender: CodeSender | undefined
  /** Third parties that open accounts. */
  readonly providers: ThirdProviders
  /**
   * The site's own origin; passkeys and wallets are bound to it. Absent in development: the page's.
   */
  readonly publicOrigin?: string | undefined
  readonly isDevelopment: boolean
  /** Which header of a trusted proxy names the country of a caller. */
  readonly region?: RegionSettings | undefined
  /** Judges the device token of protected endpoints. */
  readonly deviceGuard: DeviceGuard
  /** 32 bytes that the secrets of authenticators are sealed with. */
  readonly sealKey: Uint8Array
  /** 32 bytes that the digests of verification codes are keyed with. */
  readonly codeKey: Uint8Array
  /** Takes one line for each try at an account. */
  readonly log: Log
}

/**
 * Accounts: registration, every kind of log-in, second factors, devices, realms and sub-accounts
 * (wire 10 Users).
 */
export function createUsersCapability(options: UsersOptions): Capability {
  const { clock, sessions, providers } = options
  const services = createServices(options)
  const rooms = [
    loginRoutes,
    registerRoutes,
    stepUpRoutes,
    securityRoutes,
    passkeyRoutes,
    qrRoutes,
    sessionRoutes,
    subAccountRoutes,
    accountRoutes,
  ]
  const purge = async () => {
    await sessions.purge()
    await options.known.purge()
  }
  const hourly = createHourlyPurge({ clock, log: options.log, purge })
  return {
    routes: guardRoutes(
      [
        ...rooms.flatMap((routes) => routes(services)),
        ...thirdRoutes(services, { providers }),
        sendCodeRoute(services),
      ],
      options,
    ),
    start: hourly.start,
    stop: async () => hourly.stop(),
  }
}

function createServices(options: UsersOptions): UserServices {
  const codes = createVerificationCodes(options)
  const seal = createSecretSeal({ key: options.sealKey, random: options.random })
  const passkeys = createPasskeys(options)
  const factors = createSecondFactors({ ...options, codes, passkeys, seal })
  const admittance = createAdmittance(options)
  const relyingParty = createRelyingPartyReader({
    publicOrigin: options.publicOrigin,
    isDevelopment: options.isDevelopment,
  })
  return {
    ...options,
    codes,
    passkeys,
    factors,
    admittance,
    relyingParty,
    registrar: createRegistrar({ ...options, codes }),
    stepUp: createStepUp(options),
    enrolments: createTotpEnrolments({ store: options.store, seal }),
    flow: createLoginFlow({
      ...options,
      tickets: createLoginTickets(options),
      factors,
      passkeys,
      admittance,
      relyingParty,
    }),
  }
}
