import { limitAddress } from '../server/addressLimit.ts'
import { tooManyAttempts } from '../server/envelope.ts'
import { GatewayError, type GatewayRequest, type RouteSpec } from '../server/route.ts'
import type { LoginAnswer } from '../users/createAdmittance.ts'
import { presentUser } from '../users/presentUser.ts'
import { findUser } from '../users/userRows.ts'
import type { UserServices } from '../users/userServices.ts'
import { createQrLogins, QR_LIFETIME_MS } from './createQrLogins.ts'

const WINDOW_MS = 600_000
/** A page shows a new code every two minutes. */
const CREATED_PER_ADDRESS = 60
const SCANNED_PER_USER = 60
const SERIAL = { type: 'string', minLength: 1, maxLength: 64 }

/**
 * Log-in by QR code: the browser shows `serialNO` as a picture and keeps `token`; a device that is logged in scans,
 * sees which browser asks, and allows or refuses it; the browser then enters with both.
 */
export function qrRoutes(services: UserServices): RouteSpec[] {
  const { db, store, admittance } = services
  const logins = createQrLogins(services)
  const over = () => new GatewayError('40102', 'This code has expired, please scan a new one')
  const own = { method: 'POST', access: 'private', signMode: '2', encrypted: true } as const
  const asking = { method: 'POST', access: 'public', encrypted: true, schema: { body: { type: 'object', required: ['serialNO', 'token'], properties: { serialNO: SERIAL, token: SERIAL } } } } as const
  return [
    { method: 'POST', path: '/v1/user/qr/create', access: 'public', summary: 'A code to show and the secret that goes with it, for two minutes.', handler: create },
    { ...asking, path: '/v1/user/qr/getQrKeyStatus', sealMs: QR_LIFETIME_MS, summary: 'Where the log-in stands: new, scanned, confirmed, refused or expired.', handler: async ({ body }) => ({ status: await logins.status(String(body['serialNO']), { token: String(body['token']) }) }) },
    { ...asking, path: '/v1/user/qr/verifySystemLogin', summary: 'Enters with a code that was confirmed, once.', handler: enter },
    { ...own, path: '/v1/user/qr/scan', summary: 'The device that scanned the code learns which browser asks.', schema: { body: { type: 'object', required: ['serialNO'], properties: { serialNO: SERIAL } } }, handler: scan },
    { ...own, path: '/v1/user/qr/decide', summary: 'Allows or refuses the browser that asks.', schema: { body: { type: 'object', required: ['serialNO', 'isAllowed'], properties: { serialNO: SERIAL, isAllowed: { type: 'boolean' } } } }, handler: decide },
  ]

  async function create({ address, headers }: GatewayRequest): Promise<object> {
    await limitAddress(store, { name: 'qr:address', address, most: CREATED_PER_ADDRESS, ttlMs: WINDOW_MS })
    return logins.create({ userAgent: headers['user-agent']?.slice(0, 256) ?? null })
  }

  async function scan(request: GatewayRequest): Promise<object> {
    const { user } = await presentUser(db, request)
    await limit(`qr:user:${user.id}`, SCANNED_PER_USER)
    const asker = await logins.scan(String(request.body['serialNO']), { userId: user.id })
    if (!asker) throw over()
    return asker
  }

  async function decide(request: GatewayRequest): Promise<null> {
    const { user } = await presentUser(db, request)
    const isAllowed = request.body['isAllowed'] === true
    if (!(await logins.decide(String(request.body['serialNO']), { userId: user.id, isAllowed }))) throw over()
    return null
  }

  /** The device that allowed it has proved its user; a second factor was that device. */
  async function enter(request: GatewayRequest): Promise<LoginAnswer> {
    const { serialNO, token } = request.body
    const userId = await logins.enter(String(serialNO), { token: String(token) })
    const user = userId === undefined ? undefined : await findUser(db, userId)
    if (!user) throw over()
    return admittance.admit(request, { user })
  }

  async function limit(key: string, most: number): Promise<void> {
    const { count, expiresInMs } = await store.increment(key, { ttlMs: WINDOW_MS })
    if (count > most) throw tooManyAttempts(expiresInMs)
  }
}
