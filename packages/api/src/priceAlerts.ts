import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { amountText, DecimalString, FieldText, oneOf, Timestamp, type ValueOf } from './schema.ts'

/** An alert that waits for its price. */
export const PriceAlert = Type.Object({
  alertId: Type.String(),
  symbol: Type.String(),
  price: DecimalString,
  direction: oneOf(['rise', 'fall']),
  createdAt: Timestamp,
})
/**
 * An alert that waits until the last price of a pair rises or falls to `price`. `symbol` is a pair,
 * such as `BTCUSDT`, or `usdt/BTCUSDT` for the contract of that name that is settled in USDT.
 */
export type PriceAlert = ValueOf<typeof PriceAlert>

const symbol = Type.String({
  ...FieldText,
  description: 'A pair, such as `BTCUSDT`, or a contract, such as `usdt/BTCUSDT`.',
})

/**
 * Price alerts of the logged-in user, the same on every device and in every realm. One that is
 * reached leaves the list and becomes a notice of the kind `priceAlert`, once.
 */
export const priceAlerts = {
  list: endpoint({
    method: 'GET',
    path: '/v1/user/alert/list',
    summary: 'Price alerts that wait, the newest first.',
    access: 'private',
    signing: '1',
    response: Type.Object({ items: Type.Array(PriceAlert) }),
    errors: [],
  }),
  place: endpoint({
    method: 'POST',
    path: '/v1/user/alert/place',
    summary: 'Sets a price alert; one at the same price of the same pair is answered again.',
    access: 'private',
    signing: '2',
    request: Type.Object({ symbol, price: amountText('Price on the tick, not the last price.') }),
    response: PriceAlert,
    errors: ['40202', '40208', '40401', '42902'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/v1/user/alert/remove',
    summary: 'Removes price alerts; those that are gone already are passed over.',
    access: 'private',
    signing: '2',
    request: Type.Object({
      alertIds: Type.Array(Type.String({ minLength: 1, maxLength: 80 }), {
        minItems: 1,
        maxItems: 100,
      }),
    }),
    response: Type.Object({ items: Type.Array(PriceAlert) }),
    errors: [],
  }),
} as const
