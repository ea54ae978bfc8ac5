import { GatewayError, type GatewayRequest, type RouteSpec } from '../server/route.ts'
import { loginNameKey, readLoginName } from './loginName.ts'
import { createLoginTickets } from './loginTickets.ts'
import type { LoginAnswer } from './createAdmittance.ts'
import type { FactorMethod } from './secondFactors.ts'
import { findUser, findUserByLoginName, type User } from './userRows.ts'
import type { UserServices } from './userServices.ts'

/** A second factor is due: the client asks for one of `methods` and comes back with the token. */
interface FactorDue {
  readonly verifyToken: string
  readonly methods: readonly FactorMethod[]
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const LOGIN_BODY = { type: 'object', required: ['loginName', 'pwd'], properties: { loginName: text(254), pwd: text(256), areaCode: { type: ['string', 'number'] }, bizId: text(64) } }
const VERIFY_BODY = { type: 'object', required: ['verifyToken'], properties: { verifyToken: text(64), googleCode: text(12), emailCode: text(12), mobileCode: text(12) } }

export function loginRoutes(services: UserServices): RouteSpec[] {
  const { db, guard, passwords, captcha, factors, admittance } = services
  const tickets = createLoginTickets(services)
  const route = (path: string, body: object, summary: string, handler: RouteSpec['handler']): RouteSpec => ({ method: 'POST', path: `/v1/user${path}`, access: 'public', encrypted: true, schema: { body }, summary, handler })

  return [
    route('/login', LOGIN_BODY, 'Logs in with a password.', login),
    route('/agency/login', LOGIN_BODY, 'Logs in with a password, from an agency’s page.', login),
    route('/login/verify', VERIFY_BODY, 'Completes a log-in with the second factor.', verify),
    route('/login/verify/v2', VERIFY_BODY, 'Completes a log-in with the second factor.', async (request) => ({ accessTokenResVO: await verify(request) })),
  ]

  async function login(request: GatewayRequest): Promise<LoginAnswer | FactorDue> {
    const user = await authenticate(request)
    const methods = await factors.enabled(user.id)
    if (methods.length === 0 || user.status === 'frozen') return admittance.admit(request, { user })
    return { verifyToken: await tickets.issue({ userId: user.id, clientKey: request.clientKey ?? null }), methods }
  }

  async function authenticate({ body, address }: GatewayRequest): Promise<User> {
    const name = readLoginName(String(body['loginName']), body['areaCode'])
    const attempt = { account: loginNameKey(name), address }
    return guard.inTurn(attempt, async () => {
      if ((await guard.needsCaptcha(attempt)) && !(await captcha.spend(body['bizId'], ['login']))) throw new GatewayError('40103', 'Please complete the security check')
      const user = await findUserByLoginName(db, name)
      const isRight = await passwords.matches(String(body['pwd']), user?.passwordHash)
      if (!user || !isRight) {
        await guard.failed(attempt)
        throw new GatewayError('40101', 'The login name or password is wrong')
      }
      await guard.succeeded(attempt)
      return user
    })
  }

  async function verify(request: GatewayRequest): Promise<LoginAnswer> {
    const token = String(request.body['verifyToken'])
    const ticket = await tickets.read(token)
    const user = await findUser(db, ticket.userId)
    if (!user) throw tickets.refusal()
    const methods = await factors.enabled(user.id)
    await factors.verify(user, { fields: request.body, methods, scene: 'login' })
    await tickets.spend(token)
    return admittance.admit(request, { user, clientKey: request.clientKey ?? ticket.clientKey ?? undefined })
  }
}
