import { GatewaySignError } from '../GatewaySignError.ts'
import { createSignedExchange, parseAnswer, type SignerOptions } from './createSignedExchange.ts'

/** The parts of an axios request that are read or changed here. */
export interface AxiosRequest {
  readonly url?: string | undefined
  readonly method?: string | undefined
  readonly baseURL?: string | undefined
  data?: unknown
  readonly headers: {
    get(name: string): unknown
    set(name: string, value: string): unknown
  }
}

/** The parts of an axios response that are read here. */
export interface AxiosAnswer {
  readonly status: number
  readonly data: unknown
  readonly headers: object
}

/** An axios instance, structurally, so that this package does not depend on axios. */
export interface AxiosInstanceLike {
  // A function as a property would be compared with axios's own, wider types.
  defaults: { adapter?: unknown }
  getUri(config?: object): string
}

/** Options of `signAxios`. */
export interface SignAxiosOptions extends SignerOptions {
  /** The axios module: finds the adapter that the instance would use. */
  readonly axios: { getAdapter(adapters: never, config?: never): unknown }
}

type Adapter = (config: AxiosRequest) => Promise<AxiosAnswer>

/** Resolves relative URLs, as a page's own origin would. */
const OWN_ORIGIN = 'http://own.invalid'

/**
 * Signs each request of an axios instance to its `baseURL` (or the page's origin), encrypts log-ins
 * and binds their keys.
 *
 * It wraps the adapter, after all interceptors and transforms, so it signs exactly what is sent.
 * Requests to other origins are sent as they are. GET and HEAD have no body. A request that must
 * not be sent rejects with a GatewaySignError.
 *
 * @returns The same instance.
 */
export function signAxios<Instance extends AxiosInstanceLike>(
  instance: Instance,
  { axios, ...options }: SignAxiosOptions,
): Instance {
  const exchange = createSignedExchange(options)
  const names = instance.defaults.adapter
  const adapterFor = (config: AxiosRequest) =>
    axios.getAdapter(names as never, config as never) as Adapter

  const signed: Adapter = async (config) => {
    const send = adapterFor(config)
    const uri = instance.getUri(config)
    const base = new URL(config.baseURL ?? '', OWN_ORIGIN)
    const url = new URL(uri, OWN_ORIGIN)
    if (url.origin !== base.origin) return send(config)
    if (!/^(\/|[a-z][a-z0-9+.-]*:\/\/)/i.test(uri))
      throw new GatewaySignError(
        'INVALID_PATH',
        'A URL without baseURL must begin with a slash: the page would resolve it elsewhere.',
      )
    const method = (config.method ?? 'get').toUpperCase()
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const contentType = config.headers.get('content-type')
    let rejected: { readonly error: unknown } | undefined
    const answer = await exchange<AxiosAnswer | undefined>(
      {
        method,
        url,
        body: hasBody ? config.data : undefined,
        contentType: typeof contentType === 'string' ? contentType : undefined,
      },
      {
        async send({ body, headers }) {
          for (const [name, value] of Object.entries(headers)) config.headers.set(name, value)
          config.data = body
          return send(config).catch((error: unknown) => {
            // Axios rejects by status; the refusal is still read from the response.
            rejected = { error }
            return (error as { readonly response?: AxiosAnswer }).response
          })
        },
        headerOf: (response, name) => headerText(response?.headers, name),
        bodyOf: async (response) => (rejected ? undefined : parseAnswer(response?.data)),
      },
    )
    if (rejected) throw rejected.error
    return answer as AxiosAnswer
  }
  instance.defaults.adapter = signed
  return instance
}

function headerText(headers: object | undefined, name: string): string | undefined {
  const value: unknown = headers && Reflect.get(headers, name)
  return typeof value === 'string' ? value : undefined
}
