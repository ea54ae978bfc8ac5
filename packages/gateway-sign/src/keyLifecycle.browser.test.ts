import { browserClock, browserPorts } from '@x/kit/browser'
import { createMemoryStorage } from '@x/kit/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createGatewaySign } from './createGatewaySign.ts'
import type { GatewaySignEvent } from './events.ts'
import { createTestConfig, testServerIdentity } from './testing.ts'
import { DATABASE, indexedDbStorage, settled } from './testing/indexedDbStorage.ts'
import type { KeyAlgorithm } from './wire.ts'

function createBrowser({
  algorithm = 'rsa1024' as KeyAlgorithm,
  keyStorage = indexedDbStorage(),
} = {}) {
  const cookies = createMemoryStorage()
  const configStorage = createMemoryStorage()
  const events: GatewaySignEvent[] = []
  const openPage = () =>
    createGatewaySign({
      configStorage,
      keyStorage,
      cookies,
      clock: browserClock(),
      random: browserPorts().random,
      secureContext: window.isSecureContext,
      fetchConfig: async () => ({
        gatewaySignConfig: createTestConfig({ defaultAlgorithm: algorithm }),
      }),
      issuerCertificates: [testServerIdentity.issuerCertificatePem],
      onEvent: (event) => void events.push(event),
    })
  const logIn = async (token: string) => {
    const client = openPage()
    const path = '/v1/user/login'
    const body = await client.prepareBody({ path, ...stamp(), body: { loginName: 'a', pwd: 'p' } })
    cookies.set('x_token', token)
    cookies.set('x_uid', 'u1')
    await client.afterLogin({ path, data: { userInfo: { userId: 'u1' } } })
    return body
  }
  return { cookies, events, keyStorage, openPage, logIn }
}

const stamp = () => {
  const tm = String(browserClock().now())
  return { tm, traceId: `w${tm}0a1b2c3d4e5` }
}

interface StoredKey {
  readonly publicKey: string
  readonly privateKey?: CryptoKey
  readonly privateKeyPem?: string
}

/** Verified by Web Crypto only, with the stored public key. */
async function isSignedBy(
  { publicKey }: StoredKey,
  { text, signature }: { text: string; signature: string },
) {
  const bytes = (base64: string) =>
    Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey(
    'spki',
    bytes(publicKey),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  return crypto.subtle.verify(
    'RSASSA-PKCS1-v1_5',
    key,
    bytes(signature),
    new TextEncoder().encode(text),
  )
}

afterEach(async () => {
  await settled(indexedDB.deleteDatabase(DATABASE))
})

describe('keys in a real browser (wire 8)', () => {
  it.each(['rsa1024', 'rsa2048'] as const)(
    'generates non-extractable %s that still sign after a reload',
    async (algorithm) => {
      const { logIn, openPage, keyStorage, events } = createBrowser({ algorithm })
      const body = await logIn('t1')
      expect(Object.keys(body)).toEqual(['bodyCiphertext'])
      expect((await keyStorage.keys()).sort()).toEqual(['sign_key:token:t1', 'sign_key:uid:u1'])

      const stored = await keyStorage.get<StoredKey>('sign_key:token:t1')
      expect(stored?.privateKey).toBeInstanceOf(CryptoKey)
      expect(stored?.privateKey).toMatchObject({ extractable: false, usages: ['sign'] })
      await expect(crypto.subtle.exportKey('pkcs8', stored!.privateKey!)).rejects.toThrow()

      const times = stamp()
      const headers = await openPage().sign({
        method: 'POST',
        path: '/v1/spot/order/place',
        ...times,
        body: '{}',
      })
      const text = ['/v1/spot/order/place', times.tm.slice(0, 8), times.traceId, '{}'].join('\n')
      expect(await isSignedBy(stored!, { text, signature: headers['device-sign'] ?? '' })).toBe(
        true,
      )
      expect(events).toEqual([])
    },
  )

  it('falls back to pem where a CryptoKey cannot be cloned', async () => {
    const keyStorage = indexedDbStorage()
    const { set } = keyStorage
    keyStorage.set = async (key, value) => {
      if ((value as StoredKey).privateKey)
        throw new DOMException('The object can not be cloned.', 'DataCloneError')
      await set(key, value)
    }
    const { logIn, openPage, events } = createBrowser({ keyStorage })
    await logIn('t1')
    const stored = await keyStorage.get<StoredKey>('sign_key:token:t1')
    expect(stored?.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----/)
    expect(events).toEqual([{ type: 'key-kept-as-pem' }])
    const times = stamp()
    const headers = await openPage().sign({
      method: 'GET',
      path: '/v1/spot/order/open',
      ...times,
      body: '',
    })
    const text = ['/v1/spot/order/open', times.tm.slice(0, 8), times.traceId].join('\n')
    expect(await isSignedBy(stored!, { text, signature: headers['device-sign'] ?? '' })).toBe(true)
  })

  it('signs from memory when IndexedDB is denied', async () => {
    const denied = (): Promise<never> => Promise.reject(new DOMException('denied', 'SecurityError'))
    const { cookies, openPage, events } = createBrowser({
      keyStorage: { get: denied, set: denied, remove: denied, keys: denied },
    })
    const client = openPage()
    await client.prepareBody({ path: '/v1/user/login', ...stamp(), body: { pwd: 'p' } })
    cookies.set('x_token', 't1')
    await client.afterLogin({ path: '/v1/user/login', data: { userInfo: { userId: 'u1' } } })
    expect(
      await client.sign({ method: 'POST', path: '/v1/spot/order/place', ...stamp(), body: '{}' }),
    ).toHaveProperty('device-sign')
    expect(events.every(({ type }) => type === 'key-not-stored')).toBe(true)
  })
})
