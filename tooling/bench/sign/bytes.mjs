import { firstLoad } from '../bundle.mjs'
import { kb } from '../measure.mjs'
import { openPage } from '../page.mjs'

const FIRST_LOAD_BAR = 6 * 1024

/**
 * Bytes that a page with the app's composition loads in a real browser, with signing off and on.
 */
const page = (clientOpen) => `
import { createGatewaySign } from './src/exports/index.ts'
globalThis.work = async (config, issuer) => {
  const memory = () => {
    const map = new Map()
    return {
      get: (key) => map.get(key) ?? null,
      set: (key, value) => void map.set(key, value),
      remove: (key) => void map.delete(key),
      keys: () => [...map.keys()],
    }
  }
  const clock = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after: (ms, run) => {
      const id = setTimeout(run, ms)
      return { cancel: () => clearTimeout(id) }
    },
  }
  const random = { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) }
  const keys = new Map()
  const keyStorage = {
    get: async (key) => keys.get(key),
    set: async (key, value) => void keys.set(key, value),
    remove: async (key) => void keys.delete(key),
    keys: async () => [...keys.keys()],
  }
  const sign = createGatewaySign({
    configStorage: memory(),
    keyStorage,
    cookies: memory(),
    clock,
    random,
    secureContext: isSecureContext,
    issuerCertificates: [issuer],
    fetchConfig: async () => ({ gatewaySignConfig: { ...config, clientOpen: ${clientOpen} } }),
  })
  const tm = String(Date.now())
  const stamp = { tm, traceId: 'w' + tm + '0a1b2c3d4e5' }
  await sign.init()
  await sign.prepareBody({ path: '/v1/user/login', ...stamp, body: { loginName: 'a', pwd: 'b' } })
  await sign.sign({ method: 'GET', path: '/v1/public', ...stamp, body: '' })
  return sign.getState()
}
globalThis.ready = true
`

export async function bytes() {
  const off = await loaded(false)
  const on = await loaded(true)
  const what = 'bytes a page loads (brotli)'
  const lazy = off.total - off.first
  return [
    {
      what,
      who: '@x/gateway-sign, first load',
      measured: kb(off.first),
      bar: `<= ${kb(FIRST_LOAD_BAR)}`,
      holds: off.first <= FIRST_LOAD_BAR,
    },
    {
      what,
      who: '… more while signing is off',
      measured: kb(lazy),
      bar: '0 KB',
      holds: lazy === 0,
    },
    { what, who: '… more with signing on', measured: kb(on.total - on.first) },
    {
      what,
      who: 'jsrsasign',
      measured: kb(
        await firstLoad({
          code: "import { KEYUTIL, KJUR } from 'jsrsasign'; globalThis.x = [KEYUTIL, KJUR]",
          folder: 'tooling/bench-peers',
        }),
      ),
    },
    {
      what,
      who: 'crypto-js',
      measured: kb(
        await firstLoad({
          code: "import CryptoJS from 'crypto-js'; globalThis.x = [CryptoJS.MD5, CryptoJS.AES]",
          folder: 'tooling/bench-peers',
        }),
      ),
    },
    {
      what,
      who: 'node-forge',
      measured: kb(
        await firstLoad({
          code: "import f from 'node-forge'; globalThis.x = [f.pki, f.cipher, f.md]",
          folder: 'tooling/bench-peers',
        }),
      ),
    },
  ]
}

async function loaded(clientOpen) {
  const { createTestConfig, testServerIdentity } =
    await import('../../../packages/gateway-sign/src/exports/testing.ts')
  const opened = await openPage({ code: page(clientOpen), folder: 'packages/gateway-sign' })
  try {
    const sum = () => opened.asked().reduce((total, file) => total + file.bytes, 0)
    const first = sum()
    const state = await opened.page.evaluate(
      ([config, issuer]) => globalThis.work(config, issuer),
      [createTestConfig(), testServerIdentity.issuerCertificatePem],
    )
    const expected = clientOpen ? 'verified' : 'off'
    if (state !== expected) throw new Error(`Signing is ${state}, not ${expected}`)
    return { first, total: sum() }
  } finally {
    await opened.close()
  }
}
