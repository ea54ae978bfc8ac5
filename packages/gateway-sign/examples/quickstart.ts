import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGatewaySign, createSignedFetch, createStamp } from '@x/gateway-sign'
import { createServerIdentity, createSignGuard, createWireProfile } from '@x/gateway-sign/server'
import { nodeSign, type ClientKey } from '@x/gateway-sign/server'
import { nodePorts } from '@x/kit/node'
import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'

const { clock, random } = nodePorts() // in a page: browserPorts()
const profile = createWireProfile({ login: { endpoints: { '/auth/login': ['password'] } } })
const session = { userId: 'user-1', sessionId: 'session-1' }

// The server: an identity, created once and stored, and the keys that log-ins have bound.
const identity = await createServerIdentity({ now: clock.now() })
const bound = new Map<string, ClientKey>()
const guard = createSignGuard({
  identity,
  clock,
  profile,
  rules: { exactUrls: { '/orders': '2' } },
  keys: { find: async ({ keyId }) => bound.get(keyId) },
  session: ({ headers }) => (headers['authorization'] === 'Bearer t' ? session : undefined),
})
const sign = nodeSign(guard)
const config = { gatewaySignConfig: guard.config }
const server = createServer(async (request, response) => {
  const admitted = await sign(request, response)
  if (!admitted) return // refused and answered
  if (admitted.clientKey) bound.set(admitted.clientKey.keyId, admitted.clientKey)
  response.end(JSON.stringify(request.url === '/sign-config' ? config : session))
})
await once(server.listen(0), 'listening')
const origin = `http://localhost:${(server.address() as AddressInfo).port}`

// The page: an app passes its session storage and IndexedDB.
const gatewaySign = createGatewaySign({
  configStorage: createMemoryStorage(),
  keyStorage: createMemoryAsyncStorage(),
  session: () => session,
  readSession: () => session,
  clock,
  random,
  profile,
  secureContext: true,
  issuerCertificates: [identity.issuerCertificatePem],
  fetchConfig: async () => (await fetch(`${origin}/sign-config`)).json(),
})
const signedFetch = createSignedFetch({ gatewaySign, origin })
const post = { method: 'POST', headers: { authorization: 'Bearer t' } }
await signedFetch('/auth/login', { ...post, body: JSON.stringify({ password: 'secret' }) })
const order = { ...post, body: '{"size":"0.01"}' }
console.log((await signedFetch('/orders', order)).status) // 200

// For any other transport: a stamp, and headers for exactly this text.
const stamp = createStamp({ clock, random })
const request = { method: 'POST', path: '/orders', body: order.body, ...stamp }
const signed = { tm: stamp.tm, 'trace-id': stamp.traceId, ...(await gatewaySign.sign(request)) }
for (const body of [order.body.replace('0.01', '9.01'), order.body, order.body]) {
  const init = { method: 'POST', headers: { ...post.headers, ...signed }, body }
  console.log((await fetch(`${origin}/orders`, init)).headers.get('gw-sign-error'))
}
server.close()
