import { Type } from '@sinclair/typebox'
import { endpoint } from '../endpoint.ts'
import {
  amountText,
  DecimalString,
  FieldText,
  nullable,
  nullableAmount,
  oneOf,
  Side,
  Timestamp,
  type ValueOf,
} from '../schema.ts'

/**
 * `iceberg`: one limit order after the other, each a part of the size; `twap`: equal orders that
 * trade at once, at equal intervals; `scaled`: equal limit orders between two prices.
 */
export const AlgoType = oneOf(['iceberg', 'twap', 'scaled'])
export type AlgoType = ValueOf<typeof AlgoType>

/** An algo order. */
export const AlgoOrder = Type.Object({
  algoId: Type.String(),
  clientOid: Type.String(),
  symbol: Type.String(),
  side: Side,
  algoType: AlgoType,
  size: DecimalString,
  filled: DecimalString,
  price: nullable(DecimalString),
  lastPrice: nullable(DecimalString),
  partSize: DecimalString,
  parts: Type.Integer({ minimum: 1 }),
  placed: Type.Integer({ minimum: 0 }),
  duration: Type.Number(),
  status: oneOf(['running', 'completed', 'stopped']),
  reason: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
/**
 * An algo order. `partSize` is the size of its first order, `placed` how many of its `parts` were
 * placed; `price` is `null` of one at the market, `lastPrice` except of a scaled one; `duration` is
 * in seconds. `reason` says why it was stopped: the code of a refusal, `user`, `cancelled` where
 * its order was cancelled, `reset` with a paper season; otherwise it is empty.
 */
export type AlgoOrder = ValueOf<typeof AlgoOrder>

/** The fields of a new algo order; amounts are decimal strings. */
export const PlaceAlgoRequest = Type.Object({
  symbol: Type.String({ ...FieldText, description: 'A pair, such as `BTCUSDT`.' }),
  side: Side,
  algoType: AlgoType,
  size: amountText('The whole size in base.'),
  price: Type.Optional(
    nullableAmount('Limit price; of twap the worst price, optional; of scaled the first price.'),
  ),
  lastPrice: Type.Optional(nullableAmount('Price of the last order of a scaled order.')),
  visibleSize: Type.Optional(nullableAmount('Size of each order of an iceberg, in base.')),
  parts: Type.Optional(
    Type.Union([Type.Integer({ minimum: 2, maximum: 500 }), Type.Null()], {
      description: 'Orders of a twap (2 to 500) or scaled order (2 to 50).',
    }),
  ),
  duration: Type.Optional(
    Type.Union([Type.Integer({ minimum: 30, maximum: 86_400 }), Type.Null()], {
      description: 'Seconds over which a twap is spread.',
    }),
  ),
  clientOid: Type.String({
    ...FieldText,
    description: 'Key of the request: 1 to 64 letters, digits, hyphens or underscores.',
  }),
})
export type PlaceAlgoRequest = ValueOf<typeof PlaceAlgoRequest>

const write = { method: 'POST', access: 'private', signing: '2' } as const

/** Orders that place orders of their own, in the realm of the session. */
export const algoOrders = {
  place: endpoint({
    ...write,
    path: '/v1/spot/algo/place',
    summary: 'Starts an algo order. The same clientOid with the same fields starts it once.',
    request: PlaceAlgoRequest,
    response: AlgoOrder,
    errors: ['40202', '40203', '40204', '40205', '40206', '40401', '40902', '42902'],
  }),
  stop: endpoint({
    ...write,
    path: '/v1/spot/algo/stop',
    summary: 'Stops an algo order and cancels the orders that it has open.',
    request: Type.Object({ algoId: FieldText }),
    response: AlgoOrder,
    errors: ['40401'],
  }),
  list: endpoint({
    method: 'GET',
    access: 'private',
    signing: '1',
    path: '/v1/spot/algo/list',
    summary: 'Algo orders that run, and the latest 20 that ended, the latest first.',
    request: Type.Object({}),
    response: Type.Object({ items: Type.Array(AlgoOrder) }),
    errors: [],
  }),
} as const
