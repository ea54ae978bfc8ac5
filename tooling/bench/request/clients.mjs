// Every client over a stubbed transport: one that answers at once, or one that waits to be aborted.
import { browserPorts } from '../../../packages/kit/src/exports/browser.ts'
import {
  createRequestClient,
  createServerClock,
  standardMiddlewares,
} from '../../../packages/request/src/exports/index.ts'
import { importPeer, importPeerFile } from '../peers.mjs'

export const ANSWER = '{"code":"0","status":"success","msg":"success","data":{"orderId":"1"}}'
export const EXPIRED = '{"code":"20906","status":"error","msg":"expired","data":null}'
const ORIGIN = 'http://127.0.0.1:9'

const untilAborted = (signal) =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )

/**
 * @x/request. `bare`: no middleware.
 * @param {{ text?: string, bare?: boolean }} options Without `text` the transport waits.
 */
export function ours({ text, bare = false }) {
  const { clock, random } = browserPorts()
  const serverClock = createServerClock({ clock })
  const answer = { status: 200, headers: new Headers(), text }
  const pipeline = standardMiddlewares({
    clock,
    serverClock,
    random,
    presenter: { present: () => {} },
    headers: {
      theme: () => 'dark',
      terminalCode: () => '0123456789abcdef0123456789abcdef',
      deviceLanguage: () => 'en',
      locale: () => 'en',
      languageTag: () => 'en',
      realm: () => 'paper',
    },
    languageType: () => 0,
  })
  const transport = {
    send: async ({ signal }) => (text === undefined ? untilAborted(signal) : answer),
  }
  const client = createRequestClient({
    transport,
    clock,
    random,
    serverClock,
    ...(bare ? {} : pipeline),
  })
  return (data, signal) => client.post('/spot/order/place', { data, ...(signal ? { signal } : {}) })
}

export async function axiosClient({ text, interceptors = false }) {
  const axios = await importPeer('axios')
  const adapter = (config) =>
    text === undefined
      ? untilAborted(config.signal)
      : Promise.resolve({
          data: text,
          status: 200,
          statusText: 'OK',
          headers: {},
          config,
          request: {},
        })
  const client = axios.create({ baseURL: ORIGIN, adapter, timeout: 10_000 })
  if (interceptors) addUsualInterceptors(client)
  return async (data, signal) =>
    (await client.post('/v1/spot/order/place', data, signal ? { signal } : {})).data
}

/** The usual interceptors on axios: common headers, common parameters, the envelope. */
function addUsualInterceptors(client) {
  client.interceptors.request.use((config) => {
    config.headers.set({
      appTheme: 'dark',
      terminalCode: '0123456789abcdef0123456789abcdef',
      terminaltype: '1',
      locale: 'en',
      language: 'en',
    })
    return config
  })
  client.interceptors.request.use((config) => ({
    ...config,
    data: { ...config.data, languageType: 0, t: Date.now() },
  }))
  client.interceptors.response.use((response) => {
    if (response.data.code !== '0') throw new Error(response.data.msg)
    return { ...response, data: response.data.data }
  })
}

export async function kyClient({ text }) {
  const { default: ky } = await importPeerFile('ky/distribution/index.js')
  const client = ky.create({ fetch: stubbedFetch(text), retry: 0, timeout: 10_000 })
  return (data, signal) =>
    client
      .post(`${ORIGIN}/v1/spot/order/place`, { json: data, ...(signal ? { signal } : {}) })
      .json()
}

export async function ofetchClient({ text }) {
  const { createFetch } = await importPeerFile('ofetch/dist/index.mjs')
  const client = createFetch({ fetch: stubbedFetch(text), Headers, AbortController })
  return (data, signal) =>
    client(`${ORIGIN}/v1/spot/order/place`, {
      method: 'POST',
      body: data,
      retry: 0,
      timeout: 10_000,
      ...(signal ? { signal } : {}),
    })
}

const stubbedFetch = (text) => async (input, init) =>
  text === undefined
    ? untilAborted(init?.signal ?? input.signal)
    : new Response(text, { status: 200, headers: { 'content-type': 'application/json' } })
