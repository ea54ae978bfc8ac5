import type { RouteSpec } from '../../platform/http/route.ts'
import { AREA_CODE_SCHEMA } from '../users/loginName.ts'
import type { LoginFlow } from '../login/createLoginFlow.ts'
import type { ThirdPartyAccounts } from './createThirdPartyAccounts.ts'
import type { ThirdPartyTickets } from './thirdPartyTickets.ts'

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })

export interface BindRoutesOptions {
  readonly flow: LoginFlow
}

/** Joining a proved identity with an account that is there (wire 10 `third/bind`). */
export function bindRoutes(
  { flow }: BindRoutesOptions,
  { tickets, accounts }: { tickets: ThirdPartyTickets; accounts: ThirdPartyAccounts },
): RouteSpec[] {
  const route = (
    verb: string,
    summary: string,
    body: object,
    handler: RouteSpec['handler'],
  ): RouteSpec => ({
    method: 'POST',
    path: `/v1/user/third/bind/${verb}`,
    access: 'public',
    encrypted: true,
    summary,
    schema: { body },
    handler,
  })
  return [
    route(
      'check',
      'Where a proved identity stands: whether its address has an account to bind.',
      { type: 'object', required: ['token'], properties: { token: text(64) } },
      async ({ body }) => {
        const { identity } = await tickets.read(body['token'])
        return accounts.describe(String(body['token']), identity)
      },
    ),
    route(
      'choose',
      'Binds a proved identity to the account whose password is shown, and logs in.',
      {
        type: 'object',
        required: ['token', 'loginName', 'pwd'],
        properties: {
          token: text(64),
          loginName: text(254),
          areaCode: AREA_CODE_SCHEMA,
          pwd: text(256),
          bizId: text(64),
        },
      },
      async (request) => {
        const { token } = request.body
        await tickets.read(token)
        const user = await flow.authenticate(request)
        const { identity } = await tickets.take(token)
        return flow.proceed(request, { user, binding: identity })
      },
    ),
  ]
}
