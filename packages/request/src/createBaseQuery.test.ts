import { configureStore } from '@reduxjs/toolkit'
import { createApi, type BaseQueryFn } from '@reduxjs/toolkit/query'
import { QueryClient } from '@tanstack/query-core'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createBaseQuery, type QueryArguments, type QueryError } from './createBaseQuery.ts'
import { isTransient } from './logical-middlewares/retry.ts'
import { createFixture, deferred, ok, refused, rejectionOf } from './testing/createFixture.ts'
import type { Handler, HandlerResponse } from './testing.ts'

function setUp(handler: Handler) {
  const fixture = createFixture(handler)
  const api = createApi({
    baseQuery: createBaseQuery(fixture.client),
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
  return { ...fixture, api, store }
}

describe('RTK Query base query', () => {
  it('is assignable to BaseQueryFn', () => {
    expectTypeOf(createBaseQuery).returns.toExtend<
      BaseQueryFn<QueryArguments, unknown, QueryError>
    >()
  })

  it('accepts a path for GET and a request for a mutation', async () => {
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

  it('returns serialisable errors (Q6)', async () => {
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

  it('rejects the query when the session has expired (Q7, spec 8.9)', async () => {
    const { api, store } = setUp(() => refused('20906'))
    expect(await store.dispatch(api.endpoints.assets.initiate())).toMatchObject({
      isError: true,
      error: { kind: 'session-expired', code: '20906' },
    })
  })

  it('returns null for a response without data', async () => {
    const { api, store } = setUp(() => ok())
    expect(await store.dispatch(api.endpoints.fills.initiate('BTCUSDT'))).toMatchObject({
      isSuccess: true,
      data: null,
    })
  })

  it('aborts when the query aborts (Q6)', async () => {
    const { api, store } = setUp(() => deferred<HandlerResponse>().promise)
    const query = store.dispatch(api.endpoints.fills.initiate('BTCUSDT'))
    query.abort()
    expect(await query).toMatchObject({ isError: true })
  })
})

describe('TanStack Query function', () => {
  const queries = new QueryClient()

  it('uses the signal and reject-silent', async () => {
    const { client } = createFixture(() => ok([1]))
    await expect(
      queries.fetchQuery({
        queryKey: ['a'],
        queryFn: ({ signal }) => client.get('/x', { signal, onSessionExpired: 'reject-silent' }),
      }),
    ).resolves.toEqual([1])
  })

  it('rejects when the session has expired (Q7)', async () => {
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

  it('returns null, not undefined, for a response without data (spec 3.17)', async () => {
    const { client } = createFixture(() => ({ body: { code: '0' } }))
    await expect(
      queries.fetchQuery({
        queryKey: ['e'],
        queryFn: ({ signal }) => client.get('/x', { signal, onSessionExpired: 'reject-silent' }),
      }),
    ).resolves.toBeNull()
  })

  it('retries transient errors (Q5)', async () => {
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

  it('aborts when the last observer leaves (Q6)', async () => {
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
