import {
  createManualClock,
  createMemoryAsyncStorage,
  createMemoryStorage,
  createSeededRandom,
} from '@x/kit/testing'
import { createGatewaySign, type GatewaySignOptions } from '../createGatewaySign.ts'
import type { CryptoSuite } from '../crypto/CryptoSuite.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import type { GatewaySignEvent } from '../events.ts'
import { createDecryptor } from '../server/createDecryptor.ts'
import { createMemoryReplayStore } from '../server/createMemoryReplayStore.ts'
import { createVerifier } from '../server/createVerifier.ts'
import { keyIdOf, type ClientKey } from '../server/clientKey.ts'
import { createStamp } from '../sign/createStamp.ts'
import { createTestConfig, testServerIdentity } from '../testing.ts'
import type { GatewaySignConfig } from '../wire.ts'

export const SESSION = { userId: 'u1', sessionId: 's1' }

export interface FixtureOptions {
  readonly config?: Partial<GatewaySignConfig>
  readonly options?: Partial<GatewaySignOptions>
  /** Use a suite without JWE, like the fallback. */
  readonly withoutJwe?: boolean
}

/** Creates a browser (storage, cookies, clock) and a gateway built from the server half. */
export function createFixture({
  config = {},
  options = {},
  withoutJwe = false,
}: FixtureOptions = {}) {
  const clock = createManualClock()
  const keyStorage = createMemoryAsyncStorage()
  const configStorage = createMemoryStorage()
  const cookies = createMemoryStorage()
  const events: GatewaySignEvent[] = []
  const random = createSeededRandom(5)
  const real = createWebCryptoSuite(crypto.subtle)
  const counts = { fetches: 0, cryptoLoads: 0, generations: 0 }
  const gatewayConfig = createTestConfig(config)
  const { encryptJwe, ...withoutIt } = real
  const suite: CryptoSuite = {
    ...withoutIt,
    ...(withoutJwe || !encryptJwe ? {} : { encryptJwe }),
    generateKey: (algorithm) => (counts.generations++, real.generateKey(algorithm)),
  }

  const bound = new Map<string, ClientKey>()
  const verifier = createVerifier({
    rules: gatewayConfig,
    keys: {
      find: async ({ keyId, userId }) => (userId === SESSION.userId ? bound.get(keyId) : undefined),
    },
    replay: createMemoryReplayStore({ clock }),
    clock,
  })
  const decryptor = createDecryptor({ privateKeyPem: testServerIdentity.serverPrivateKeyPem })

  /** Loads a page: creates another client on the same storage. */
  const openPage = () =>
    createGatewaySign({
      configStorage,
      keyStorage,
      cookies,
      clock,
      random,
      secureContext: true,
      fetchConfig: async () => (counts.fetches++, { gatewaySignConfig: gatewayConfig }),
      issuerCertificates: [testServerIdentity.issuerCertificatePem],
      onEvent: (event) => void events.push(event),
      loadCrypto: async () => (counts.cryptoLoads++, suite),
      ...options,
    })
  const sign = openPage()

  const stamp = () => createStamp({ clock, random })

  /** Logs in through client and server. The gateway binds the received key and sets its cookies. */
  const logIn = async ({
    client = sign,
    token = 't1',
    path = '/v1/user/login',
    userId = SESSION.userId,
  } = {}) => {
    const times = stamp()
    const body = await client.prepareBody({
      path,
      ...times,
      body: { loginName: 'a@b.c', pwd: 'p', languageType: 0 },
    })
    const opened = decryptor.decrypt({ path, ...times, body })
    if (opened.ok && opened.clientKey) bound.set(opened.clientKey.keyId, opened.clientKey)
    cookies.set('x_token', token)
    cookies.set('x_uid', userId)
    await client.afterLogin({ path, data: { userInfo: { userId } } })
    return { body, opened }
  }

  /** Sends a request through client and server. */
  const send = async ({
    client = sign,
    method = 'POST',
    path = '/v1/spot/order/place',
    body = '{"size":"1"}',
  } = {}) => {
    const times = stamp()
    const headers = await client.sign({ method, path, ...times, body })
    const verdict = await verifier.verify({
      method,
      path,
      body,
      session: SESSION,
      headers: { tm: times.tm, 'trace-id': times.traceId, ...headers },
    })
    return { headers, verdict, times }
  }

  return {
    clock,
    keyStorage,
    configStorage,
    cookies,
    events,
    counts,
    gatewayConfig,
    bound,
    verifier,
    decryptor,
    openPage,
    sign,
    stamp,
    logIn,
    send,
    idOf: keyIdOf,
  }
}
