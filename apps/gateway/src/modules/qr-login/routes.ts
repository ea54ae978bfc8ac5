import { api, type QrCode, type QrRequester, type LoginResult } from '@x/api'
import { route } from '../../platform/http/contractRoute.ts'
import { countryOf } from '../region/module.ts'
import { maskAddress } from '../../platform/http/addressGroup.ts'
import { limitAddress } from '../../platform/http/addressLimit.ts'
import { tooManyAttempts } from '../../platform/http/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../../platform/http/route.ts'
import type { SessionIssuer } from '../sessions/ports/SessionIssuer.ts'
import type { StepUp } from '../sessions/ports/StepUp.ts'
import { presentUser } from '../users/presentUser.ts'
import { findUser, type User } from '../users/queries.ts'
import type { Clock, Random } from '@x/kit'
import type { Database } from '../../platform/db/Database.ts'
import type { TtlStore } from '../../platform/ttl-store/TtlStore.ts'
import type { SecondFactors } from '../second-factors/secondFactors.ts'
import type { RegionSettings } from '../region/regionSettings.ts'
import { createQrLogins, QR_LIFETIME_MS } from './createQrLogins.ts'

const WINDOW_MS = 600_000
/** A page shows a new code every two minutes. */
const CREATED_PER_ADDRESS = 60
const SCANNED_PER_USER = 60

export interface QrRoutesOptions {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly random: Random
  readonly store: TtlStore
  readonly factors: SecondFactors
  readonly stepUp: StepUp
  readonly sessionIssuer: SessionIssuer
  /** Which header of a trusted proxy names the country of a caller. */
  readonly region?: RegionSettings | undefined
}

/**
 * Log-in by QR code: the browser shows `serialNO` as a picture and keeps `token`; a device that is
 * logged in scans, sees which browser asks and from where, and allows or refuses it, with a step-up
 * where the account has a second factor (SR8); the browser then enters with both.
 */
export function qrRoutes(services: QrRoutesOptions): RouteSpec[] {
  const { db, store, factors, stepUp, sessionIssuer, region } = services
  const logins = createQrLogins(services)
  const over = () => new GatewayError('40102', 'This code has expired, please scan a new one')

  return [
    route(api.qrLogin.create, (request) => createCode(request, { store, region, logins })),
    route(
      api.qrLogin.status,
      async ({ body }) => ({
        status: await logins.status(String(body['serialNO']), { token: String(body['token']) }),
      }),
      { sealMs: QR_LIFETIME_MS },
    ),
    route(api.qrLogin.enter, enter),
    route(api.qrLogin.scan, scan),
    route(api.qrLogin.decide, decide),
  ]

  async function scan(request: GatewayRequest): Promise<QrRequester> {
    const { user } = await presentUser(db, request)
    await limitCount(store, { key: `qr:user:${user.id}`, most: SCANNED_PER_USER })
    const asker = await logins.scan(String(request.body['serialNO']), { userId: user.id })
    if (!asker) throw over()
    return { ...asker, needsStepUp: await hasFactor(user, { factors }) }
  }

  async function decide(request: GatewayRequest): Promise<null> {
    const { user, session } = await presentUser(db, request)
    const isAllowed = request.body['isAllowed'] === true
    // A click on a link is no second factor.
    if (isAllowed && (await hasFactor(user, { factors })))
      await stepUp.spend(request.body['verifyToken'], {
        sessionId: session.sessionId,
        action: 'qrLogin',
      })
    if (!(await logins.decide(String(request.body['serialNO']), { userId: user.id, isAllowed })))
      throw over()
    return null
  }

  /**
   * The device that allowed it has proved its user; the session is a new device's and moves no
   * funds for a day.
   */
  async function enter(request: GatewayRequest): Promise<LoginResult> {
    const { serialNO, token } = request.body
    const userId = await logins.enter(String(serialNO), { token: String(token) })
    const user = userId === undefined ? undefined : await findUser(db, userId)
    if (!user) throw over()
    return sessionIssuer.open(request, { user, openedBy: 'qr' })
  }
}

async function createCode(
  request: GatewayRequest,
  {
    store,
    region,
    logins,
  }: Pick<QrRoutesOptions, 'store' | 'region'> & {
    readonly logins: ReturnType<typeof createQrLogins>
  },
): Promise<QrCode> {
  const { address, headers } = request
  await limitAddress(store, {
    name: 'qr:address',
    address,
    most: CREATED_PER_ADDRESS,
    ttlMs: WINDOW_MS,
  })
  const country = countryOf(request, region) ?? null
  return logins.create({
    userAgent: headers['user-agent']?.slice(0, 256) ?? null,
    address: maskAddress(address),
    country,
  })
}

async function limitCount(
  store: TtlStore,
  { key, most }: { readonly key: string; readonly most: number },
): Promise<void> {
  const { count, expiresInMs } = await store.increment(key, { ttlMs: WINDOW_MS })
  if (count > most) throw tooManyAttempts(expiresInMs)
}

/** A sub-account is as well guarded as its main account, where its holder proves who they are. */
async function hasFactor(
  { id, parentId }: User,
  { factors }: Pick<QrRoutesOptions, 'factors'>,
): Promise<boolean> {
  return (await factors.enabled(parentId ?? id)).length > 0
}
