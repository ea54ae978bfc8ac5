import { CREDENTIAL } from '../passkeys/routes.ts'
import type { RouteSpec } from '../../platform/http/route.ts'
import { AREA_CODE_SCHEMA } from '../users/loginName.ts'
import type { LoginFlow } from './createLoginFlow.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const LOGIN_BODY = {
  type: 'object',
  required: ['loginName', 'pwd'],
  properties: { loginName: text(254), pwd: text(256), areaCode: AREA_CODE_SCHEMA, bizId: text(64) },
}
const VERIFY_BODY = {
  type: 'object',
  required: ['verifyToken'],
  properties: {
    verifyToken: text(64),
    googleCode: text(12),
    emailCode: text(12),
    mobileCode: text(12),
    passkey: CREDENTIAL,
  },
}

export interface LoginRoutesOptions {
  readonly flow: LoginFlow
}

/** Log-in with a password, and the second factor of every log-in (wire 10). */
export function loginRoutes({ flow }: LoginRoutesOptions): RouteSpec[] {
  const route = (
    path: string,
    body: object,
    summary: string,
    handler: RouteSpec['handler'],
  ): RouteSpec => ({
    method: 'POST',
    path: `/v1/user${path}`,
    access: 'public',
    encrypted: true,
    schema: { body },
    summary,
    handler,
  })
  return [
    route('/login', LOGIN_BODY, 'Logs in with a password.', async (request) =>
      flow.proceed(request, { user: await flow.authenticate(request) }),
    ),
    route(
      '/auth/login',
      LOGIN_BODY,
      'Logs in with a password, under the name that the list of device tokens has for it.',
      async (request) => flow.proceed(request, { user: await flow.authenticate(request) }),
    ),
    route(
      '/agency/login',
      LOGIN_BODY,
      'Logs in with a password, from an agency’s page; an agent’s session gets the role `agency`.',
      async (request) =>
        flow.proceed(request, { user: await flow.authenticate(request), isAgency: true }),
    ),
    route(
      '/login/verify',
      VERIFY_BODY,
      'Completes a log-in with the second factor.',
      flow.complete,
    ),
    route(
      '/login/verify/v2',
      VERIFY_BODY,
      'Completes a log-in with the second factor.',
      async (request) => ({ accessTokenResVO: await flow.complete(request) }),
    ),
  ]
}
