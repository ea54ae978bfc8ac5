import type { api } from './contract.ts'
import type { Endpoint, RequestOf, ResponseOf } from './endpoint.ts'

type EndpointsIn<Group> = Group extends Endpoint
  ? Group
  : { [Name in keyof Group]: EndpointsIn<Group[Name]> }[keyof Group]

/**
 * Every endpoint type by method and path: `RequestOf<Paths['POST /v1/spot/order/place']>` is what
 * that path takes. A type only, so that a page that names paths bundles no schema.
 */
export type Paths = {
  readonly [E in EndpointsIn<typeof api> as `${E['method']} ${E['path']}`]: E
}

/** The method and path of an endpoint, such as `POST /v1/spot/order/place`. */
export type PathKey = keyof Paths

/** The parameters of the endpoint `Key`, optional where it needs none of them. */
type CallArguments<Key extends PathKey, Options> =
  Readonly<Record<never, never>> extends RequestOf<Paths[Key]>
    ? [params?: RequestOf<Paths[Key]>, options?: Options]
    : [params: RequestOf<Paths[Key]>, options?: Options]

/**
 * The signature of a function that sends a request by method and path and returns `data` of the
 * answer: `call('GET /v1/spot/order/open', { symbol: 'BTCUSDT' })`.
 * @typeParam Options what the transport takes besides the parameters, such as a signal.
 */
export type Call<Options = never> = <Key extends PathKey>(
  key: Key,
  ...args: CallArguments<Key, Options>
) => Promise<ResponseOf<Paths[Key]>>
