import { jsonSchemaOf, type Endpoint, type RequestOf, type ResponseOf } from '@x/api'
import type {
  CodedAnswer,
  GatewayRequest,
  RawAnswer,
  RouteDescription,
  RouteSpec,
} from './route.ts'

/** What a handler of `E` answers: `data` of the envelope, or an answer that is built already. */
export type AnswerOf<E extends Endpoint> = ResponseOf<E> | CodedAnswer | RawAnswer

/** What the gateway needs to know of a route beyond its contract. */
export type RouteOptions = Pick<RouteSpec, 'sealMs'>

/** A route as its contract describes it, without the code that answers it. */
export function describeRoute(endpoint: Endpoint, options: RouteOptions = {}): RouteDescription {
  const { method, path, access, summary, signing, request } = endpoint
  const { encrypted, realms, roles, developmentOnly, consumes, maxBodyBytes } = endpoint
  // The other private reads share a prefix rule (deriveSignRules).
  const hasExactRule = method === 'POST' || endpoint.signRule === 'exact'
  return {
    endpoint,
    method,
    path,
    access,
    summary,
    ...(signing !== 'none' && hasExactRule ? { signMode: signing } : {}),
    ...(encrypted ? { encrypted } : {}),
    ...(realms ? { realms } : {}),
    ...(roles ? { roles } : {}),
    ...(developmentOnly ? { developmentOnly } : {}),
    ...(consumes ? { consumes } : {}),
    ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
    ...(request
      ? { schema: { [method === 'GET' ? 'querystring' : 'body']: jsonSchemaOf(request) } }
      : {}),
    ...options,
  }
}

/**
 * The route of an endpoint. Method, path, access, sign mode and the schema of the request follow
 * from the contract.
 * @param handler gets the request, and its parameters as the contract types them.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handler: (request: GatewayRequest, params: RequestOf<E>) => Promise<AnswerOf<E>>,
  options?: RouteOptions,
): RouteSpec {
  return {
    ...describeRoute(endpoint, options),
    // The schema was checked before the handler runs.
    handler: (given) =>
      handler(given, (endpoint.method === 'GET' ? given.query : given.body) as RequestOf<E>),
  }
}
