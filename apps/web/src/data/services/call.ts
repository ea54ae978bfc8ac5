import type { PathKey, Paths, RequestOf, ResponseOf } from '@x/api'
import type { RequestInput, RequestOptions } from '@x/request'

export type CallOptions = Omit<RequestOptions, 'data' | 'query' | 'parse'>

type OrUndefined<T> = {
  readonly [K in keyof T]: Readonly<Record<never, never>> extends Pick<T, K>
    ? T[K] | undefined
    : T[K]
}

/** The client as a thunk sees it. */
export interface CallClient {
  request<T>(input: RequestInput<T>): Promise<T>
}

/** The parameters of an endpoint; an optional one that is `undefined` is not sent. */
export type Params<Key extends PathKey> = OrUndefined<RequestOf<Paths[Key]>>

/** `undefined` where the endpoint requires no parameter. */
type CallData<Key extends PathKey> =
  | Params<Key>
  | (Readonly<Record<never, never>> extends RequestOf<Paths[Key]> ? undefined : never)

/**
 * A thunk that sends one request of the contract: its data and its answer are typed by method and
 * path. Screens dispatch it through the functions of an area of `data/`.
 * @throws RequestError
 */
export function call<Key extends PathKey>(
  key: Key,
  data: CallData<Key>,
  options: CallOptions = {},
) {
  const [method, path] = key.split(' ') as ['GET' | 'POST', string]
  return (
    _dispatch: unknown,
    _getState: unknown,
    { client }: { readonly client: CallClient },
  ): Promise<ResponseOf<Paths[Key]>> =>
    client.request({ ...options, method, path, ...(data === undefined ? {} : { data }) })
}
