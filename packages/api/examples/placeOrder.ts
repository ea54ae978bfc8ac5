import { api, type RequestOf, type ResponseOf } from '@x/api'

const { place } = api.spot.orders

// The types follow from the schemas: a missing field or a number for an amount does not compile.
const order: RequestOf<typeof place> = {
  symbol: 'BTCUSDT',
  side: 'buy',
  orderType: 'limit',
  price: '90000.1',
  size: '0.01',
  clientOid: 'first-order',
}
console.log(place.method, place.path, 'is signed in mode', place.signing)
console.log('buying', order.size, 'at', order.price)

const answer: ResponseOf<typeof place> = {
  orderId: '17',
  clientOid: 'first-order',
  status: 'open',
}
console.log('order', answer.orderId, 'is', answer.status)
