// Orders that were signed before, through HTTP into the gateway: verified, judged, matched,
// journalled and settled. Every fifth one trades.
import { atLeast } from './calibration.mjs'
import { createHttpClient } from './gateway/httpClient.mjs'
import { lastPrice } from './gateway/lastPrice.mjs'
import { mixedOrder } from './gateway/mixedOrder.mjs'
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
    const orders = { client, path, order: (n) => mixedOrder(n, last) }
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
