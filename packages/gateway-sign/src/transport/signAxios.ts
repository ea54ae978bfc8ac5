import { GatewaySignError } from '../GatewaySignError.ts'
import { createSignedExchange, parseAnswer, type SignerOptions } from './createSignedExchange.ts'

/** The parts of an axios request that are read or changed here. */
export interface AxiosRequest {
  readonly url?: string | undefined
  readonly method?: string | undefined
  adapter?: unknown
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
  defaults: { adapter?: unknown; baseURL?: string | undefined }
  interceptors: { request: { use(read: never, fail?: never, options?: never): unknown } }
  getUri(config?: object): string
}

/** Options of `signAxios`. */
export interface SignAxiosOptions extends SignerOptions {
  /** The axios module: finds the adapter that the instance would use. */
  readonly axios: { getAdapter(adapters: never, config?: never): unknown }
}

type Adapter = (config: AxiosRequest) => Promise<AxiosAnswer>

/** The origin of relative URLs where there is no page. */
const NO_PAGE = 'http://own.invalid'

/** Signs already: a configuration that is sent again has one of these as its adapter. */
const signing = new WeakSet<Adapter>()

/**
 * Signs each request of an axios instance to the origin of the instance's `baseURL` (without one,
 * of the page), encrypts log-ins and binds their keys. A `baseURL` of one request does not change
 * what the own origin is.
 *
 * It wraps the adapter, that of one request too, after all interceptors and transforms, so it signs
 * exactly what is sent. Requests to other origins are sent as they are. GET and HEAD have no body.
 * A request that must not be sent rejects with a GatewaySignError.
 *
 * @returns The same instance.
 */
export function signAxios<Instance extends AxiosInstanceLike>(
  instance: Instance,
  { axios, ...options }: SignAxiosOptions,
): Instance {
  const exchange = createSignedExchange(options)
  const { adapter: own } = instance.defaults
  const signedBy = (adapter: unknown): Adapter => {
    const signed: Adapter = async (config) => {
      const send = axios.getAdapter((adapter ?? own) as never, config as never) as Adapter
      const url = ownUrl(instance, config)
      return url ? exchangeOver({ exchange, send, config, url }) : send(config)
    }
    signing.add(signed)
    return signed
  }
  instance.defaults.adapter = signedBy(own)
  const wrap = (config: AxiosRequest): AxiosRequest => {
    if (!signing.has(config.adapter as Adapter)) config.adapter = signedBy(config.adapter)
    return config
  }
  instance.interceptors.request.use(
    wrap as never,
    undefined as never,
    { synchronous: true } as never,
  )
  return instance
}

/** The URL of a request, `undefined` where it leads to another origin than the instance's own. */
function ownUrl(instance: AxiosInstanceLike, config: AxiosRequest): URL | undefined {
  const uri = instance.getUri(config)
  const url = new URL(uri, httpUrl(globalThis.document?.baseURI) ?? pageOrigin())
  if (url.origin !== new URL(instance.defaults.baseURL ?? '', pageOrigin()).origin) return undefined
  if (!/^(\/|[a-z][a-z0-9+.-]*:\/\/)/i.test(uri))
    throw new GatewaySignError(
      'INVALID_PATH',
      'A URL without baseURL must begin with a slash: the page would resolve it elsewhere.',
    )
  return url
}

const pageOrigin = (): string => httpUrl(globalThis.location?.origin) ?? NO_PAGE

/** A sandboxed page has the origin `null`, a page of a file or a test no URL of HTTP. */
const httpUrl = (text: string | undefined): string | undefined =>
  text !== undefined && /^https?:\/\//i.test(text) ? text : undefined

interface Sending {
  readonly exchange: ReturnType<typeof createSignedExchange>
  readonly send: Adapter
  readonly config: AxiosRequest
  readonly url: URL
}

async function exchangeOver({ exchange, send, config, url }: Sending): Promise<AxiosAnswer> {
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

function headerText(headers: object | undefined, name: string): string | undefined {
  const value: unknown = headers && Reflect.get(headers, name)
  return typeof value === 'string' ? value : undefined
}
