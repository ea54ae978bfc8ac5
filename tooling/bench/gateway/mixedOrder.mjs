import { randomBytes } from 'node:crypto'

/**
 * Four rest a percent or two away from the market, the fifth trades with the market maker; buys and
 * sells in turn.
 */
export function mixedOrder(n, last) {
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
