import type { Endpoint, RequestOf, ResponseOf } from '@x/api'
import { GatewayError, type GatewayModule, type RequestSession } from '../../platform/http/route.ts'

/** Who calls an endpoint of the page, with what. */
export interface PageCall<E extends Endpoint> {
  readonly session: RequestSession
  readonly address: string
  readonly params: RequestOf<E>
}

/** Calls endpoints of the page for the holder of a key: the same handlers with the same checks. */
export type PageCalls = <E extends Endpoint>(
  endpoint: E,
  call: PageCall<E>,
) => Promise<ResponseOf<E>>

/** @throws RangeError for an endpoint that no module has, GatewayError of the endpoint */
export function createPageCalls(modules: readonly Pick<GatewayModule, 'routes'>[]): PageCalls {
  const routes = new Map(
    modules.flatMap(({ routes: own }) =>
      own.flatMap((route) => (route.endpoint ? [[route.endpoint.path, route] as const] : [])),
    ),
  )
  return async <E extends Endpoint>(endpoint: E, { session, address, params }: PageCall<E>) => {
    const route = routes.get(endpoint.path)
    if (!route) throw new RangeError(`No module has ${endpoint.path}.`)
    // What admission checks of a session.
    const isAllowed =
      (route.realms?.includes(session.realm) ?? true) &&
      (route.roles?.some((role) => session.roles.includes(role)) ?? true)
    if (!isAllowed) throw new GatewayError('40301', 'This account may not do that')
    const fields = params as Readonly<Record<string, unknown>>
    const answer = await route.handler({
      path: endpoint.path,
      query: endpoint.method === 'GET' ? (fields as Readonly<Record<string, string>>) : {},
      body: endpoint.method === 'GET' ? {} : fields,
      rawBody: '',
      headers: {},
      address,
      isProxied: false,
      session,
      clientKey: undefined,
      signKeyId: session.keyId,
      isSecure: true,
      setCookie() {},
    })
    return answer as ResponseOf<E>
  }
}
