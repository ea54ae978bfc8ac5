import { configureStore } from '@reduxjs/toolkit'
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query'
import { QueryClient } from '@tanstack/query-core'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createBaseQuery, type QueryArguments, type QueryError } from './createBaseQuery.ts'
import { isTransient } from './logical-middlewares/retry.ts'
import { createFixture, deferred, ok, refused, rejectionOf } from './testing/createFixture.ts'
import type { Handler, HandlerResponse } from './testing.ts'

function setUp(handler: Handler) {
  const bench = createFixture(handler)
  const api = createApi({
    baseQuery: createBaseQuery(bench.client),
    endpoints: (build) => ({
      assets: build.query<{ asset: string }[], void>({ query: () => '/spot/account/assets' }),
      fills: build.query<unknown, string>({
        query: (symbol) => ({ path: '/spot/order/fills', data: { symbol } }),
      }),
      place: build.mutation<{ orderId: string }, { size: string }>({
        query: (data) => ({ method: 'POST', path: '/spot/order/place', data }),
      }),
    }),
  })
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (standard) => standard().concat(api.middleware),
  })
  return { ...bench, api, store }
}

describe('a base query under RTK Query', () => {
  it('fits the type that RTK Query asks for', () => {
    expectTypeOf(createBaseQuery).returns.toExtend<
      BaseQueryFn<QueryArguments, unknown, QueryError>
    >()
  })

  it('takes a path for a GET, and a request for a mutation', async () => {
    const { api, store, received } = setUp(({ method }) =>
      method === 'GET' ? ok([{ asset: 'BTC' }]) : ok({ orderId: '7' }),
    )
    expect(await store.dispatch(api.endpoints.assets.initiate())).toMatchObject({
      data: [{ asset: 'BTC' }],
    })
    expect(await store.dispatch(api.endpoints.place.initiate({ size: '1' }))).toEqual({
      data: { orderId: '7' },
    })
    expect(received.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
      'GET /v1/spot/account/assets',
      'POST /v1/spot/order/place',
    ])
  })

  it('keeps errors that a store can hold (Q6)', async () => {
    const serious = vi.spyOn(console, 'error')
    const { api, store, received } = setUp(() =>
      refused('40201', { msg: 'Insufficient balance', data: { field: 'size' } }),
    )
    const { error } = await store.dispatch(api.endpoints.place.initiate({ size: '1' }))
    expect(error).toEqual({
      kind: 'business',
      message: 'Insufficient balance',
      code: '40201',
      status: 200,
      traceId: received[0]?.headers['trace-id'],
      toasted: true,
      data: { field: 'size' },
    })
    expect(serious).not.toHaveBeenCalled()
    serious.mockRestore()
  })

  it('ends the query when the session is gone, instead of spinning for ever (Q7, spec 8.9)', async () => {
    const { api, store } = setUp(() => refused('20906'))
    expect(await store.dispatch(api.endpoints.assets.initiate())).toMatchObject({
      isError: true,
      error: { kind: 'session-expired', code: '20906' },
    })
  })

  it('gives null for an answer without data', async () => {
    const { api, store } = setUp(() => ok())
    expect(await store.dispatch(api.endpoints.fills.initiate('BTCUSDT'))).toMatchObject({
      isSuccess: true,
      data: null,
    })
  })

  it('aborts with the query (Q6)', async () => {
    const { api, store } = setUp(() => deferred<HandlerResponse>().promise)
    const query = store.dispatch(api.endpoints.fills.initiate('BTCUSDT'))
    query.abort()
    expect(await query).toMatchObject({ isError: true })
  })
})

describe('a query function under TanStack Query', () => {
  const queries = new QueryClient()

  it('needs the signal and the parking mode', async () => {
    const { client } = createFixture(() => ok([1]))
    await expect(
      queries.fetchQuery({
        queryKey: ['a'],
        queryFn: ({ signal }) => client.get('/x', { signal, onSessionExpired: 'reject-silent' }),
      }),
    ).resolves.toEqual([1])
  })

  it('ends when the session is gone (Q7)', async () => {
    const { client } = createFixture(() => refused('20205'), { onSessionExpired: 'reject-silent' })
    const error = await rejectionOf(
      queries.fetchQuery({
        queryKey: ['b'],
        queryFn: ({ signal }) => client.get('/x', { signal }),
        retry: (_, failure) => isTransient(failure),
      }),
    )
    expect(error).toMatchObject({ kind: 'session-expired' })
  })

  it('takes an answer without data, which is null and not the undefined that TanStack Query refuses (spec 3.17)', async () => {
    const { client } = createFixture(() => ({ body: { code: '0' } }))
    await expect(
      queries.fetchQuery({
        queryKey: ['e'],
        queryFn: ({ signal }) => client.get('/x', { signal, onSessionExpired: 'reject-silent' }),
      }),
    ).resolves.toBeNull()
  })

  it('repeats what repeating may mend (Q5)', async () => {
    const handler = vi.fn<Handler>(() => ok('at last')).mockReturnValueOnce({ status: 503 })
    const { client } = createFixture(handler)
    const queryFn = () => client.get('/x', { silent: true })
    await expect(
      queries.fetchQuery({
        queryKey: ['c'],
        queryFn,
        retry: (count, failure) => count < 3 && isTransient(failure),
        retryDelay: 1,
      }),
    ).resolves.toBe('at last')
    expect(handler).toHaveBeenCalledTimes(2)
  })

  it('aborts when nobody waits for it any more (Q6)', async () => {
    const { client } = createFixture(() => deferred<HandlerResponse>().promise)
    const failure = vi.fn()
    const query = queries.fetchQuery({
      queryKey: ['d'],
      queryFn: ({ signal }) =>
        client.get('/x', { signal }).catch((error: unknown) => {
          failure(error)
          throw error
        }),
      retry: false,
    })
    void rejectionOf(query)
    await Promise.resolve()
    await queries.cancelQueries({ queryKey: ['d'] })
    await expect
      .poll(() => failure)
      .toHaveBeenCalledWith(expect.objectContaining({ kind: 'aborted' }))
  })
})
