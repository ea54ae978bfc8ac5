import { createGatewaySign } from '../../../packages/gateway-sign/src/exports/index.ts'
import {
  createTestConfig,
  testServerIdentity,
} from '../../../packages/gateway-sign/src/exports/testing.ts'
import { browserPorts } from '../../../packages/kit/src/exports/browser.ts'
import {
  createMemoryAsyncStorage,
  createMemoryStorage,
} from '../../../packages/kit/src/exports/testing.ts'
import {
  createRequestClient,
  createServerClock,
  standardMiddlewares,
} from '../../../packages/request/src/exports/index.ts'

const ANSWER = {
  status: 200,
  headers: new Headers(),
  text: '{"code":"0","status":"success","msg":"success","data":{"orderId":"1"}}',
}
export const ORDER = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60123.45',
  size: '0.01234',
  timeInForce: 'gtc',
  clientOid: 'c-0123456789abcdef',
}
export const STAMP = () => ({ tm: String(Date.now()), traceId: `w${Date.now()}0a1b2c3d4e5` })

/** A signer with a verified configuration and a key bound by a login. */
export async function loggedIn(algorithm, changes = {}) {
  const { clock, random } = browserPorts()
  const cookies = createMemoryStorage()
  const sign = createGatewaySign({
    configStorage: createMemoryStorage(),
    keyStorage: createMemoryAsyncStorage(),
    cookies,
    clock,
    random,
    secureContext: true,
    issuerCertificates: [testServerIdentity.issuerCertificatePem],
    fetchConfig: async () => ({
      gatewaySignConfig: createTestConfig({ defaultAlgorithm: algorithm, ...changes }),
    }),
  })
  await sign.prepareBody({
    path: '/v1/user/login',
    ...STAMP(),
    body: { loginName: 'a@b.example', pwd: 'correct horse' },
  })
  cookies.set('x_token', 'token-1')
  await sign.afterLogin({ path: '/v1/user/login', data: { userInfo: { userId: 'user-1' } } })
  return sign
}

/** The whole pipeline over a stubbed transport. */
export function stubbedClient(gatewaySign) {
  const { clock, random } = browserPorts()
  const serverClock = createServerClock({ clock })
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
    ...(gatewaySign ? { gatewaySign } : {}),
  })
  const seen = { headers: {} }
  const transport = { send: async ({ headers }) => ((seen.headers = headers), ANSWER) }
  return {
    client: createRequestClient({ transport, clock, random, serverClock, ...pipeline }),
    seen,
  }
}
