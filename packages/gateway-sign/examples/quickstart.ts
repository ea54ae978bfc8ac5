import { createGatewaySign } from '@x/gateway-sign'
import {
  buildSignConfig,
  createDecryptor,
  createMemoryReplayStore,
  createServerIdentity,
  createVerifier,
  type ClientKey,
} from '@x/gateway-sign/server'
import { browserPorts } from '@x/kit/browser'
import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'

const { clock, random } = browserPorts()
const session = { userId: 'user-1', sessionId: 'session-1' }

// The gateway: an identity made once, rules, and the keys that log-ins have bound.
const identity = await createServerIdentity({ now: clock.now() })
const rules = {
  exactUrls: { '/v1/spot/order/place': '2' },
  prefixUrls: {},
  signModes: {},
  defaultAlgorithm: 'rsa1024',
} as const
const gatewaySignConfig = buildSignConfig({
  identity,
  rules,
  clientOpen: true,
  userCheckDeviceUrl: '/v1/user/device/check',
})
const bound = new Map<string, ClientKey>()
const verifier = createVerifier({
  rules,
  clock,
  replay: createMemoryReplayStore({ clock }),
  keys: { find: async ({ keyId }) => bound.get(keyId) },
})

// The page: an app passes session storage, IndexedDB and its cookies.
const cookies = createMemoryStorage()
const ports = {
  configStorage: createMemoryStorage(),
  keyStorage: createMemoryAsyncStorage(),
  cookies,
  clock,
  random,
  secureContext: true,
}
const client = createGatewaySign({
  ...ports,
  issuerCertificates: [identity.issuerCertificatePem],
  fetchConfig: async () => ({ gatewaySignConfig }),
})

// A log-in: the password travels encrypted, and with it the proof of a new key.
const tm = String(clock.now())
const login = { path: '/v1/user/login', tm, traceId: `w${tm}0a1b2c3d4e5` }
const body = await client.prepareBody({
  ...login,
  body: { loginName: 'a@b.example', pwd: 'correct horse' },
})
const opened = createDecryptor({ privateKeyPem: identity.serverPrivateKeyPem }).decrypt({
  ...login,
  body,
})
if (opened.ok && opened.clientKey) bound.set(opened.clientKey.keyId, opened.clientKey)
cookies.set('x_token', 'token-1')
await client.afterLogin({ path: login.path, data: { userInfo: session } })

// An order: refused when one character differs, accepted as signed, refused when it comes again.
const order = {
  method: 'POST',
  path: '/v1/spot/order/place',
  body: '{"symbol":"BTCUSDT","size":"0.01"}',
}
const headers = {
  tm,
  'trace-id': login.traceId,
  ...(await client.sign({ ...order, ...login, path: order.path })),
}
for (const text of [order.body.replace('0.01', '9.01'), order.body, order.body]) {
  console.log(await verifier.verify({ ...order, body: text, headers, session }))
}
