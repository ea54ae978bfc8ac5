import axios, { type AxiosResponse } from 'axios'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGatewaySign } from '../createGatewaySign.ts'
import {
  FRAMEWORKS,
  LOGIN,
  openPage,
  startGateway,
  type Gateway,
  type Page,
} from '../testing/bearerApp.ts'
import { createFixture } from '../testing/createFixture.ts'
import { createSignedFetch } from './createSignedFetch.ts'
import { signAxios } from './signAxios.ts'

const node = FRAMEWORKS.find(([name]) => name === 'node:http')![1]
const json = { 'content-type': 'application/json' }
let gateway: Gateway
let page: Page
beforeEach(async () => {
  gateway = await startGateway(node)
  page = openPage(gateway)
})
afterEach(() => {
  vi.unstubAllGlobals()
  return gateway.close()
})

async function logIn(): Promise<typeof fetch> {
  const signedFetch = createSignedFetch(page)
  const body = JSON.stringify({ password: 'correct horse' })
  page.keep(await (await signedFetch(LOGIN, { method: 'POST', body })).json())
  return signedFetch
}

describe('createSignedFetch', () => {
  it('signs the text of a Request object and keeps its settings', async () => {
    const signedFetch = await logIn()
    const request = new Request(`${gateway.origin}/api/orders`, {
      method: 'POST',
      headers: { ...page.authorization(), ...json },
      body: '{"size":"1"}',
    })
    const response = await signedFetch(request)
    expect(await response.json()).toEqual({ received: { size: '1' } })
  })

  it('encrypts a form and sends it as a form', async () => {
    const signedFetch = createSignedFetch(page)
    const body = new URLSearchParams({ name: 'a', password: 'correct horse' })
    const response = await signedFetch(LOGIN, { method: 'POST', body })
    expect(response.status).toBe(200)
    expect(gateway.calls.at(-1)).toMatchObject({
      body: { name: 'a', password: 'correct horse' },
      admitted: { encrypted: true },
    })
  })

  it.each([
    ['a blob', () => new Blob(['{"password":"secret"}'])],
    ['bytes', () => new TextEncoder().encode('{"password":"secret"}')],
    ['text', () => 'password=secret'],
    ['a stream', () => new Blob(['{"password":"secret"}']).stream()],
  ])('sends no log-in whose fields it cannot read: %s', async (_what, body) => {
    const signedFetch = createSignedFetch(page)
    await expect(signedFetch(LOGIN, { method: 'POST', body: body() })).rejects.toMatchObject({
      code: 'UNENCRYPTABLE_FIELDS',
    })
    expect(gateway.calls.map(({ path }) => path)).not.toContain(LOGIN)
  })

  it('sends requests to another origin unsigned', async () => {
    const other = await startGateway(node)
    await createSignedFetch(page)(`${other.origin}/api/news`)
    expect(other.calls).toHaveLength(1)
    expect(gateway.calls).toEqual([])
    await other.close()
  })

  it('refuses a form with files where the body is signed', async () => {
    const signedFetch = await logIn()
    const body = new FormData()
    body.set('file', new Blob(['x']))
    await expect(signedFetch('/api/orders', { method: 'POST', body })).rejects.toMatchObject({
      code: 'UNSIGNABLE_BODY',
    })
  })
})

describe('signAxios', () => {
  const answerTo = (config: object) =>
    ({ status: 200, statusText: 'OK', headers: {}, data: '{}', config }) as AxiosResponse
  const create = () =>
    signAxios(axios.create({ baseURL: `${gateway.origin}/api` }), { axios, ...page })

  it('signs the path of baseURL and the text after every transform', async () => {
    await logIn()
    const api = create()
    api.interceptors.request.use((config) => {
      config.data = { ...(config.data as object), added: true }
      return config
    })
    const { data } = await api.post('/orders', { size: '1' }, { headers: page.authorization() })
    expect(data).toEqual({ received: { size: '1', added: true } })
  })

  it('rejects by status as axios does, after it has read the refusal', async () => {
    await logIn()
    const headers = { authorization: 'Bearer other' }
    await expect(create().post('/orders', {}, { headers })).rejects.toMatchObject({
      response: { status: 401, data: { code: '00023' } },
    })
  })

  it('sends requests to another origin unsigned', async () => {
    const other = await startGateway(node)
    await create().get(`${other.origin}/api/news`)
    expect(other.calls).toHaveLength(1)
    await other.close()
  })

  it('sends a request unsigned whose own baseURL is foreign, a log-in too', async () => {
    const other = await startGateway(node)
    const foreign = { baseURL: `${other.origin}/api`, validateStatus: () => true }
    const api = create()
    await api.post('/auth/login', { password: 'correct horse' }, foreign)
    await expect(api.post('/orders', {})).rejects.toMatchObject({ code: 'NO_BOUND_KEY' })
    await logIn()
    await api.post('/orders', {}, { ...foreign, headers: page.authorization() })
    expect(other.refusals).toMatchObject([{ code: '00020' }, { code: '00020' }])
    await other.close()
  })

  it('signs what an adapter of one request or a later default sends', async () => {
    await logIn()
    const api = create()
    const seen: unknown[] = []
    const adapter: typeof axios.defaults.adapter = (config) => {
      seen.push(config.headers.get('device-sign-mode'))
      return axios.getAdapter('http')(config)
    }
    const headers = page.authorization()
    for (const one of [adapter, 'fetch', ['xhr', 'http']] as const) {
      const sent = api.post('/orders', { size: '1' }, { headers, adapter: one as typeof adapter })
      expect((await sent).data).toEqual({ received: { size: '1' } })
    }
    api.defaults.adapter = adapter
    expect((await api.post('/orders', { size: '2' }, { headers })).status).toBe(200)
    expect(seen).toEqual(['2', '2'])
    expect(gateway.refusals).toEqual([])
  })

  it('signs a request once more when its configuration is sent again', async () => {
    await logIn()
    const api = create()
    const { config } = await api.post('/orders', { size: '1' }, { headers: page.authorization() })
    expect((await api.request(config)).data).toEqual({ received: { size: '1' } })
    expect(gateway.refusals).toEqual([])
  })

  it.each<[string, string | undefined, () => string]>([
    ['absolute', undefined, () => `${gateway.origin}/api/orders`],
    ['from a slash', undefined, () => '/api/orders'],
    ['below a relative baseURL', '/api', () => 'orders'],
  ])('takes the page for its own origin: a URL %s', async (_what, baseURL, url) => {
    await logIn()
    vi.stubGlobal('location', new URL(`${gateway.origin}/trade/BTCUSDT`))
    const adapter = vi.fn(async (config: object) => answerTo(config))
    const api = signAxios(axios.create({ ...(baseURL && { baseURL }), adapter }), {
      axios,
      ...page,
    })
    await api.post(url(), { size: '1' })
    expect(adapter.mock.lastCall?.[0]).toMatchObject({ headers: { 'device-sign-mode': '2' } })
    vi.stubGlobal('document', { baseURI: 'https://assets.example/' })
    await api.post('/api/orders', { size: '1' }, { baseURL: '' })
    expect(adapter.mock.lastCall?.[0]).not.toMatchObject({ headers: { tm: expect.anything() } })
  })

  it('refuses a relative URL that a page would resolve elsewhere', async () => {
    const api = signAxios(axios.create(), { axios, ...page })
    await expect(api.get('orders')).rejects.toMatchObject({ code: 'INVALID_PATH' })
  })
})

describe('createGatewaySign', () => {
  it('binds the session that it reads from a log-in itself', async () => {
    page = openPage(gateway, { readsSession: true })
    const { gatewaySign, origin } = page
    const signedFetch = createSignedFetch({ gatewaySign, origin })
    const body = JSON.stringify({ password: 'correct horse' })
    page.keep(await (await signedFetch(LOGIN, { method: 'POST', body })).json())
    const order = { method: 'POST', headers: page.authorization(), body: '{"size":"1"}' }
    expect((await signedFetch('/api/orders', order)).status).toBe(200)
    await gatewaySign.afterLogin({ path: '/api/orders', data: null })
  })

  it('refuses options without cookies and session', () => {
    const { configStorage, keyStorage, clock } = createFixture()
    expect(() =>
      createGatewaySign({
        configStorage,
        keyStorage,
        clock,
        random: { bytes: (length) => new Uint8Array(length) },
        secureContext: true,
        issuerCertificates: [],
        fetchConfig: async () => ({}),
      }),
    ).toThrow(TypeError)
  })
})
