import { expect, it } from 'vitest'
import type { SpotOrder } from '../../data/spot/model.ts'
import { awaitedPrice, distancePercent, orderValue, valueByQuote } from './orderWorth.ts'

const order = (changes: Partial<SpotOrder> = {}): SpotOrder => ({
  orderId: '1',
  clientOid: 'w1',
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '60000.00',
  size: '0.01',
  sizeUnit: 'base',
  status: 'open',
  filled: '0',
  filledQuote: '0',
  avgPrice: null,
  fee: '0',
  feeAsset: 'BTC',
  createdAt: 1,
  ...changes,
})
const waiting = order({
  orderType: 'stop_market',
  price: null,
  status: 'waiting',
  triggers: [{ kind: 'stop', direction: 'rises', triggerPrice: '61000', price: null }] as never,
})

it('awaits the trigger of an order that waits for one', () => {
  expect([awaitedPrice(waiting), awaitedPrice(order())]).toEqual(['61000', '60000.00'])
})

it.each([
  ['price times size', order(), '600.0000'],
  ['a budget in quote', order({ size: '50', sizeUnit: 'quote', price: null }), '50'],
  ['the trigger price of a market order', waiting, '610.00'],
  ['nothing without a price', order({ price: null }), null],
])('values an order by %s', (_rule, given, value) => {
  expect(orderValue(given)).toBe(value)
})

it('values inverse contracts by their own value', () => {
  const spec = { quote: 'USD', contractValue: '100' }
  expect(orderValue(order({ size: '7' }), spec)).toBe('700')
})

it.each([
  ['60000', '50000', '20.00'],
  ['40000', '50000', '-20.00'],
  ['1', '0', '0'],
])('measures %s from %s as %s percent', (price, last, percent) => {
  expect(distancePercent(price, { last })).toBe(percent)
})

it('sums the values of each quote asset', () => {
  const orders = [order(), order(), order({ symbol: 'ETHBTC', price: '0.05', size: '2' })]
  const sums = valueByQuote(orders, {
    specOf: (symbol) => ({ quote: symbol === 'ETHBTC' ? 'BTC' : 'USDT' }),
  })
  expect([...sums]).toEqual([
    ['USDT', '1200.0000'],
    ['BTC', '0.10'],
  ])
})

it.each([
  ['a trailing order at its trigger', { triggerPrice: '61000', activationPrice: '62000' }, '61000'],
  ['one that was not activated', { triggerPrice: null, activationPrice: '62000' }, '62000'],
  ['one without either at its price', { triggerPrice: null }, '60000.00'],
])('awaits %s', (_what, trigger, price) => {
  const given = order({ status: 'waiting', triggers: [{ kind: 'trailing', ...trigger }] as never })
  expect(awaitedPrice(given)).toBe(price)
})

it('awaits the limit of an OCO, which rests in the book', () => {
  const oco = order({ status: 'open', triggers: [{ triggerPrice: '61000' }] as never })
  expect(awaitedPrice(oco)).toBe('60000.00')
})

it.each([
  ['0.005 percent up', '100.005', '0.01'],
  ['0.005 percent down', '99.995', '0.00'],
  ['nothing', '100', '0.00'],
  ['all the way', '0', '-100.00'],
])('rounds a distance of %s half up', (_what, price, percent) => {
  expect(distancePercent(price, { last: '100' })).toBe(percent)
})

it('leaves out of a sum what has no price or no pair', () => {
  const orders = [order({ price: null }), order({ symbol: 'X' }), order({ size: '1' })]
  const sums = valueByQuote(orders, {
    specOf: (symbol) => (symbol === 'X' ? undefined : { quote: 'USDT' }),
  })
  expect([...sums]).toEqual([['USDT', '60000.00']])
})
