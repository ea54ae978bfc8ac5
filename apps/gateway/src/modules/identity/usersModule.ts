import type { Clock, Random } from '@x/kit'
import type { ApiKeys } from '../api-keys/ports/ApiKeys.ts'
import {
  createChangeReports,
  addressRoutes,
  closeRoutes,
  createRecovery,
  createSecurityLog,
  createSecurityMail,
  historyRoutes,
  passwordRoutes,
  recoveryRoutes,
} from '../account-security/module.ts'
import { apiKeyRoutes } from '../api-keys/module.ts'
import type { CaptchaGate } from '../captcha/ports/CaptchaGate.ts'
import type { Database } from '../../platform/db/Database.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { DeviceGuard } from '../device/deviceGuard.ts'
import type { MessageSender } from '../delivery/ports/MessageSender.ts'
import { createPasskeys } from '../passkeys/createPasskeys.ts'
import { passkeyRoutes } from '../passkeys/routes.ts'
import { qrRoutes } from '../qr-login/routes.ts'
import type { RegionSettings } from '../region/regionSettings.ts'
import type { Log } from '../../platform/log/Log.ts'
import type { GatewayModule } from '../../platform/http/route.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { ThirdPartyProviders } from '../third-party-login/ports/ThirdPartyProvider.ts'
import { thirdPartyRoutes } from '../third-party-login/routes.ts'
import { accountRoutes } from '../account/routes.ts'
import type { SecurityEventKind } from '@x/api'
import { createSessionIssuer, type SessionIssuerOptions } from '../sessions/createSessionIssuer.ts'
import { createLoginFlow } from '../login/createLoginFlow.ts'
import { createRegistrar } from '../registration/createRegistrar.ts'
import { guardRoutes } from './guardRoutes.ts'
import { createHourlyPurge } from './hourlyPurge.ts'
import type { KnownLogins } from '../sessions/knownLogins.ts'
import type { LoginGuard } from '../login/loginGuard.ts'
import { loginRoutes } from '../login/routes.ts'
import { createLoginTickets } from '../login/loginTickets.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { createRelyingPartyReader } from '../../platform/http/relyingParty.ts'
import { registerRoutes } from '../registration/routes.ts'
import { createSecretSeal } from '../../platform/security/sealSecret.ts'
import { createSecondFactors } from '../second-factors/secondFactors.ts'
import { securityRoutes } from '../second-factors/routes.ts'
import { sendCodeRoute } from '../verification-codes/routes.ts'
import { sessionRoutes } from '../account/sessionRoutes.ts'
import { createStepUp } from '../sessions/stepUp.ts'
import { stepUpRoutes } from '../second-factors/stepUpRoutes.ts'
import { subAccountRoutes } from '../sub-accounts/routes.ts'
import { createTotpEnrolments } from '../second-factors/totpEnrolments.ts'
import type { TradingAccounts } from '../users/ports/TradingAccounts.ts'
import { createVerificationCodes } from '../verification-codes/verificationCodes.ts'

export interface UsersModuleOptions {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly store: TtlStore
  readonly sessions: Sessions
  readonly accounts: TradingAccounts
  readonly apiKeys: ApiKeys
  readonly captcha: CaptchaGate
  readonly guard: LoginGuard
  readonly passwords: Passwords
  readonly known: KnownLogins
  readonly sender: MessageSender | undefined
  /** Third parties that open accounts. */
  readonly providers: ThirdPartyProviders
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
  /** 32 bytes that anti-phishing codes are sealed with. */
  readonly mailKey: Uint8Array
  /** Called after each log-in. */
  readonly onLogin?: SessionIssuerOptions['onLogin']
  readonly onSecurityChange?: ((userId: string, kind: SecurityEventKind) => void) | undefined
  /** 32 bytes that the digests of verification codes are keyed with. */
  readonly codeKey: Uint8Array
  /** Takes one line for each try at an account. */
  readonly log: Log
}

/**
 * Accounts: registration, every kind of log-in, second factors, devices, realms and sub-accounts
 * (wire 10 Users).
 */
export function createUsersModule(options: UsersModuleOptions): GatewayModule {
  const { clock, sessions, providers } = options
  const services = createServices(options)
  const routeFactories = [
    loginRoutes,
    registerRoutes,
    stepUpRoutes,
    securityRoutes,
    passkeyRoutes,
    qrRoutes,
    sessionRoutes,
    subAccountRoutes,
    apiKeyRoutes,
    accountRoutes,
    passwordRoutes,
    historyRoutes,
    addressRoutes,
    recoveryRoutes,
    closeRoutes,
  ]
  const purge = async () => {
    await sessions.purge()
    await options.known.purge()
    await services.securityLog.purge()
    await services.recovery.applyDue()
  }
  const hourly = createHourlyPurge({ clock, log: options.log, purge })
  return {
    routes: guardRoutes(
      [
        ...routeFactories.flatMap((routes) => routes(services)),
        ...thirdPartyRoutes(services, { providers }),
        sendCodeRoute(services),
      ],
      options,
    ),
    start: hourly.start,
    stop: async () => hourly.stop(),
  }
}

function createServices(options: UsersModuleOptions) {
  const codes = createVerificationCodes(options)
  const seal = createSecretSeal({ key: options.sealKey, random: options.random })
  const passkeys = createPasskeys(options)
  const factors = createSecondFactors({ ...options, codes, passkeys, seal })
  const securityMail = createSecurityMail(options)
  const securityLog = createSecurityLog({
    ...options,
    mail: securityMail,
    onChange: options.onSecurityChange,
  })
  const sessionIssuer = createSessionIssuer({
    ...options,
    async onLogin(userId, login) {
      await securityLog.login(login.request, { userId, ...login })
      await options.onLogin?.(userId, login)
    },
  })
  const recovery = createRecovery({
    ...options,
    factors,
    securityLog,
    securityMail,
  })
  const changes = createChangeReports({ securityLog, securityMail, recovery })
  const relyingParty = createRelyingPartyReader({
    publicOrigin: options.publicOrigin,
    isDevelopment: options.isDevelopment,
  })
  return {
    ...options,
    codes,
    passkeys,
    factors,
    securityLog,
    securityMail,
    recovery,
    changes,
    mailSeal: createSecretSeal({ key: options.mailKey, random: options.random }),
    sessionIssuer,
    relyingParty,
    registrar: createRegistrar({ ...options, codes }),
    stepUp: createStepUp(options),
    enrolments: createTotpEnrolments({ store: options.store, seal }),
    flow: createLoginFlow({
      ...options,
      recovery,
      changes,
      tickets: createLoginTickets(options),
      factors,
      passkeys,
      sessionIssuer,
      relyingParty,
    }),
  }
}
