import {
  createRequestClient,
  createServerClock,
  isRequestError,
  standardMiddlewares,
} from '@x/request'
import { createInProcessTransport } from '@x/request/testing'
import { nodePorts } from '@x/kit/node'

// In an app: createAxiosTransport() of '@x/request/axios'. Here a server of four lines.
const transport = createInProcessTransport(({ method, url }) => {
  const [code, msg] =
    method === 'GET' ? ['0', 'success'] : ['40201', `Insufficient balance (${url})`]
  const data = method === 'GET' ? [{ asset: 'USDT', available: '1000' }] : null
  return { body: { code, status: code === '0' ? 'success' : 'error', msg, data } }
})

const { clock, random } = nodePorts() // in a page: browserPorts()
const serverClock = createServerClock({ clock })
const pipeline = standardMiddlewares({
  clock,
  serverClock,
  random,
  presenter: {
    present: (item) => console.log(item.kind, item.kind === 'toast' ? item.text : item.code),
  },
  headers: {
    theme: () => 'dark',
    terminalCode: () => '0123456789abcdef0123456789abcdef',
    deviceLanguage: () => 'en-GB',
    locale: () => 'en',
    languageTag: () => 'en',
    realm: () => 'paper',
  },
  languageType: () => 0,
})
const client = createRequestClient({ transport, clock, random, serverClock, ...pipeline })

console.log('assets', await client.get('/spot/account/assets'))
try {
  await client.post('/spot/order/place', {
    data: { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '5000', clientOid: 'c-1' },
  })
} catch (error) {
  if (isRequestError(error, 'business'))
    console.log('refused', error.code, 'toasted', error.toasted)
}
