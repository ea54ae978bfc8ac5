import { randomBytes } from 'node:crypto'
import { createHttpClient } from '../gateway/httpClient.mjs'
import { lastPrice } from '../gateway/lastPrice.mjs'

/** Orders of the demo account that rest, half on each side; how many there are. */
export async function placeOrders({ url, demo }, count) {
  const client = createHttpClient(url)
  const required = ({ code, msg }) => {
    if (code !== '0') throw new Error(`The gateway refused: ${code} ${msg}`)
  }
  required(await client.login(demo))
  const last = await lastPrice(url)
  for (let n = 0; n < count; n++) {
    const side = n % 2 ? 'buy' : 'sell'
    const away = 1 + (side === 'buy' ? -1 : 1) * (0.05 + n / 1_000)
    required(
      // One after the other: an account's orders have an order.
      // oxlint-disable-next-line no-await-in-loop
      await client.post('/v1/spot/order/place', {
        symbol: 'BTCUSDT',
        side,
        orderType: 'limit',
        timeInForce: 'gtc',
        price: (last * away).toFixed(2),
        size: '0.0002',
        clientOid: randomBytes(12).toString('hex'),
      }),
    )
  }
  return count
}
