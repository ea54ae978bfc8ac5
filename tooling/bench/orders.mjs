// Orders that were signed before, through HTTP into the gateway: verified, judged, matched,
// journalled and settled. Every fifth one trades.
import { randomBytes } from 'node:crypto'
import { atLeast } from './calibration.mjs'
import { createHttpClient } from './gateway/httpClient.mjs'
import { lastPrice } from './gateway/lastPrice.mjs'
import { idleCpu, sendOrders } from './gateway/signedOrders.mjs'
import { startGateway } from './gateway/startGateway.mjs'

const BAR = 2_000
const WARM_UP = 3_000
const ORDERS = 10_000

export async function bench({ factor }) {
  const gateway = await startGateway()
  try {
    const client = createHttpClient(gateway.url)
    const { code, msg } = await client.login(gateway.demo)
    if (code !== '0') throw new Error(`The log-in was refused: ${code} ${msg}`)
    const idle = await idleCpu(gateway)
    const path = '/v1/spot/order/place'
    const last = await lastPrice(gateway.url)
    const orders = { client, path, order: (n) => order(n, last) }
    await sendOrders(gateway, { ...orders, count: WARM_UP })
    const { rate, own, wallMs, fills } = await sendOrders(gateway, {
      ...orders,
      count: ORDERS,
      idle,
    })
    return [
      {
        what: `${ORDERS} pre-signed orders, ${Math.round((100 * fills) / ORDERS)} % filled`,
        measured: `${Math.round(rate)} a server CPU-second`,
        ...atLeast(rate, { limit: BAR, factor, format: (each) => each.toFixed(0) }),
      },
      {
        what: '… without what the generated market costs meanwhile',
        measured: `${Math.round(own)} a server CPU-second`,
      },
      {
        what: '… in wall time, both sides on this machine',
        measured: `${Math.round(ORDERS / (wallMs / 1000))} a second`,
      },
      {
        what: 'generated market and an idle server',
        measured: `${(idle * 100).toFixed(1)} % of a core`,
      },
    ]
  } finally {
    await gateway.stop()
  }
}

/**
 * Four rest a percent or two away from the market, the fifth trades with the market maker; buys and
 * sells in turn.
 */
function order(n, last) {
  const side = n % 2 ? 'buy' : 'sell'
  const common = { symbol: 'BTCUSDT', side, clientOid: randomBytes(12).toString('hex') }
  if (n % 5 === 0) return { ...common, orderType: 'market', size: '0.0002', sizeUnit: 'base' }
  const away = 1 + (side === 'buy' ? -1 : 1) * (0.01 + (n % 97) / 10_000)
  return {
    ...common,
    orderType: 'limit',
    timeInForce: 'gtc',
    price: (last * away).toFixed(2),
    size: '0.0001',
  }
}
