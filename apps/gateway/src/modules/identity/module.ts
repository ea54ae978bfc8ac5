import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { GatewayModule, RouteSpec } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log/Log.ts'
import { derivedSecret, type GatewayIdentity } from '../../platform/signing/derivedSecret.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { ApiKeys } from '../api-keys/ports/ApiKeys.ts'
import { DEVICE_CHECK_PATH } from '../account/routes.ts'
import { buildChallengeScript } from '../captcha/challengeScript.ts'
import type { CaptchaGate } from '../captcha/ports/CaptchaGate.ts'
import { createCaptchaModule, type CaptchaOptions } from '../captcha/module.ts'
import type { WorkSize } from '../captcha/proofOfWork.ts'
import { ensureDemoAccount, type DemoAccount } from '../demo-account/demoAccount.ts'
import { retireDemoAccount } from '../demo-account/retireDemoAccount.ts'
import { createDemoIdentityProvider } from '../demo-identity-provider/module.ts'
import { createDeviceGuard, type DevicePolicy } from '../device/deviceGuard.ts'
import { createDeviceTokens } from '../device/deviceTokens.ts'
import { createDeviceModule } from '../device/module.ts'
import { pagePart, type PageSettings } from '../device/ports/pageSettings.ts'
import { createLoginGuard, type LoginGuard, type LoginLimits } from '../login/loginGuard.ts'
import { createDeliveryModule } from '../delivery/module.ts'
import type { DeliverySettings } from '../delivery/ports/deliverySettings.ts'
import type { MessageSender } from '../delivery/ports/MessageSender.ts'
import { createMailboxModule } from '../mailbox/module.ts'
import { createHashWorkers, HASH_DEADLINE_MS } from '../passwords/hashWorkers.ts'
import { createPasswords, type Passwords } from '../passwords/passwords.ts'
import type { RegionSettings } from '../region/regionSettings.ts'
import type { Sessions } from '../sessions/createSessions.ts'
import type { SessionIssuerOptions } from '../sessions/createSessionIssuer.ts'
import { createKnownLogins } from '../sessions/knownLogins.ts'
import { createThirdPartyProviders } from '../third-party-login/createThirdPartyProviders.ts'
import { offeredThirdParties } from '../third-party-login/offeredThirdParties.ts'
import type { ThirdPartySettings } from '../third-party-login/thirdPartySettings.ts'
import { loginNameKey, readLoginName } from '../users/loginName.ts'
import type { TradingAccounts } from '../users/ports/TradingAccounts.ts'
import { guardRoutes } from './guardRoutes.ts'
import { createUsersModule, type UsersModuleOptions } from './usersModule.ts'

/** What the operator sets about accounts and log-ins. */
export interface IdentitySettings {
  /** What protected endpoints do about device tokens; default `observe`. */
  readonly deviceTokens?: DevicePolicy | undefined
  /** The origin that passkeys and wallets are bound to; in development that of the page. */
  readonly publicOrigin?: string | undefined
  /** Registrations with third parties; in development a demo provider replaces missing ones. */
  readonly third?: ThirdPartySettings | undefined
  /** Work factor of password hashes; tests lower it. */
  readonly passwordCost?: number | undefined
  /** Work of the captcha's calculation; tests lower it. */
  readonly captchaWork?: WorkSize | undefined
  /** How many log-ins of a minute succeed without a captcha. */
  readonly loginLimits?: LoginLimits | undefined
  /** How mail and text messages leave; in development the mailbox shows them instead. */
  readonly delivery?: DeliverySettings | undefined
  /** Which header of a trusted proxy names the country of a caller. */
  readonly region?: RegionSettings | undefined
}

export interface IdentityOptions extends IdentitySettings, PageSettings {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly isDevelopment: boolean
  /** The password of the demonstration account is kept here. */
  readonly dataDir: string
  readonly identity: GatewayIdentity
  readonly store: TtlStore
  readonly sessions: Sessions
  readonly accounts: TradingAccounts
  readonly onLogin?: SessionIssuerOptions['onLogin']
  readonly onSecurityChange?: UsersModuleOptions['onSecurityChange']
  readonly apiKeys: ApiKeys
}

export interface IdentityModule {
  readonly modules: readonly GatewayModule[]
  /** Gives routes of other modules the device check and the line in the log of account routes. */
  guard(routes: readonly RouteSpec[]): RouteSpec[]
  /** For actions of other modules that a captcha guards. */
  readonly captcha: CaptchaGate
  /** Takes mails and text messages; absent where the operator has set no provider. */
  readonly sender: MessageSender | undefined
  /** The path that clients send their device check to. */
  readonly deviceCheckPath: string
  /** What the page reads of log-ins from its configuration. */
  readonly pageConfig: object
  /**
   * In development the demonstration account, where this data folder has its password. In
   * production it is closed.
   */
  prepareDemoAccount(): Promise<DemoAccount | undefined>
  /** Ends the password workers; after the last request was answered. */
  stop(): Promise<void>
}

/** Users and every kind of log-in, with captcha, device tokens and the development mailbox. */
export async function createIdentityModule(options: IdentityOptions): Promise<IdentityModule> {
  const { db, clock, random, log, store, identity, isDevelopment } = options
  const hashWorkers = createHashWorkers()
  const passwords = createPasswords({
    workers: hashWorkers,
    ...(options.passwordCost === undefined ? {} : { cost: options.passwordCost }),
  })
  const isBusy = (address: string) =>
    hashWorkers.expectedWaitMs({ address, standing: 'unproved' }) > HASH_DEADLINE_MS / 2
  const guard = createLoginGuard({ store, clock, limits: options.loginLimits, isBusy })
  const known = createKnownLogins({ db, clock, secret: derivedSecret(identity, 'known-logins') })
  const script = await buildChallengeScript()
  const captcha = createCaptchaModule({
    store,
    clock,
    random,
    script,
    isDevelopment,
    secret: derivedSecret(identity, 'captcha'),
    needsLoginChallenge: challengeRule(guard),
    ...(options.captchaWork ? { work: options.captchaWork } : {}),
  })
  const mailbox = createMailboxModule({ clock })
  const delivery = isDevelopment
    ? undefined
    : createDeliveryModule({
        ...options,
        settings: options.delivery ?? {},
        sealKey: derivedSecret(identity, 'delivery'),
        origin: options.publicOrigin,
      })
  const sender = isDevelopment ? mailbox : delivery?.sender
  const demoProvider = isDevelopment ? createDemoIdentityProvider(options) : undefined
  const providers = {
    ...demoProvider?.providers,
    ...createThirdPartyProviders({ settings: options.third ?? {}, store, clock }),
  }
  const tokens = createDeviceTokens({ clock, random, secret: derivedSecret(identity, 'device') })
  const deviceGuard = createDeviceGuard({
    tokens,
    policy: options.deviceTokens ?? 'observe',
    log,
  })
  const users = createUsersModule({
    ...options,
    deviceGuard,
    captcha: captcha.gate,
    guard,
    known,
    passwords,
    sender,
    providers,
    sealKey: derivedSecret(identity, 'second-factor'),
    mailKey: derivedSecret(identity, 'delivery'),
    codeKey: derivedSecret(identity, 'verification-codes'),
  })

  return {
    modules: [
      createDeviceModule({ ...options, tokens }),
      captcha,
      mailbox,
      ...(delivery ? [delivery] : []),
      users,
      ...(demoProvider ? [demoProvider] : []),
    ],
    guard: (routes) => guardRoutes(routes, { log, isDevelopment, deviceGuard }),
    captcha: captcha.gate,
    sender,
    deviceCheckPath: DEVICE_CHECK_PATH,
    pageConfig: {
      // Another application in test and in production (spec 7).
      deviceAppId: isDevelopment ? 'x-web-test' : 'x-web',
      captchaScript: { src: script.main.path, integrity: script.main.integrity },
      operator: {
        ...pagePart(options),
        ...(options.third?.oidc ? { oidcName: options.third.oidc.name } : {}),
      },
      ...offeredThirdParties(options, { demoProvider, providers }),
    },
    prepareDemoAccount: () => prepareDemoAccount(options, { passwords }),
    stop: hashWorkers.close,
  }
}

/** Whether a log-in needs a captcha goes by the account that the caller names. */
const challengeRule =
  (guard: LoginGuard): CaptchaOptions['needsLoginChallenge'] =>
  ({ bizParam, areaCode, address }) =>
    guard.needsCaptcha({ account: loginNameKey(readLoginName(bizParam ?? '', areaCode)), address })

async function prepareDemoAccount(
  options: IdentityOptions,
  { passwords }: { readonly passwords: Passwords },
): Promise<DemoAccount | undefined> {
  const { log } = options
  if (options.isDevelopment) {
    const demo = await ensureDemoAccount({ ...options, passwords })
    if (!demo)
      log.warn(
        'The demonstration account has the password of another data folder; remove ' +
          "this one's demo-account.json to draw a new one",
      )
    return demo
  }
  if (await retireDemoAccount(options))
    log.warn('The demonstration account of this data folder was closed')
  return undefined
}
