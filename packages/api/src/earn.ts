import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  amountText,
  DecimalString,
  FieldText,
  nullable,
  oneOf,
  pageOf,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** An earn product. */
export const EarnProduct = Type.Object({
  productId: Type.String(),
  asset: Type.String(),
  kind: oneOf(['flexible', 'fixed']),
  days: Type.Integer({ minimum: 0, description: 'Length of the term; 0 of a flexible product.' }),
  tiers: Type.Array(Type.Object({ upTo: nullable(DecimalString), apr: DecimalString })),
  minimum: DecimalString,
  perUser: DecimalString,
  quota: DecimalString,
  left: DecimalString,
  decimals: Type.Integer({ minimum: 0 }),
  isPaused: Type.Boolean(),
})
/**
 * An earn product. `tiers` are yearly rates in percent of the part of the principal up to `upTo`,
 * and of the rest; `left` is what its quota still takes.
 */
export type EarnProduct = ValueOf<typeof EarnProduct>

/** Funds in an earn product. */
export const EarnPosition = Type.Object({
  positionId: Type.String(),
  productId: Type.String(),
  asset: Type.String(),
  days: Type.Integer({ minimum: 0 }),
  principal: DecimalString,
  redeeming: DecimalString,
  interestPaid: DecimalString,
  interestDue: DecimalString,
  status: oneOf(['subscribed', 'earning', 'redeeming', 'closed']),
  startsAt: Timestamp,
  endsAt: nullable(Timestamp),
  autoRenew: Type.Boolean(),
  createdAt: Timestamp,
})
/**
 * Funds in an earn product. `interestDue` is paid at the end of the term, `redeeming` after the
 * running UTC day; `endsAt` is `null` in a flexible product.
 */
export type EarnPosition = ValueOf<typeof EarnPosition>

/** Interest that was paid. */
export const EarnPayment = Type.Object({
  positionId: Type.String(),
  productId: Type.String(),
  asset: Type.String(),
  amount: DecimalString,
  day: Timestamp,
  at: Timestamp,
})
/** Interest that was paid after the UTC day that begins at `day`. */
export type EarnPayment = ValueOf<typeof EarnPayment>

const write = {
  method: 'POST',
  access: 'private',
  signing: '2',
  realms: ['live'],
  roles: ['trader', 'agency'],
} as const
const read = {
  method: 'GET',
  access: 'private',
  signing: '1',
  realms: ['live'],
  roles: ['trader', 'agency'],
} as const
const clientOid = Type.String({ ...FieldText, description: 'Key of the request.' })

/** Interest on funds that are lent to the platform; live realm, main accounts. */
export const earn = {
  products: endpoint({
    method: 'GET',
    access: 'public',
    signing: 'none',
    path: '/v1/earn/products',
    summary: 'Flexible and fixed products with their yearly rates and what they still take.',
    response: Type.Array(EarnProduct),
    errors: [],
  }),
  subscribe: endpoint({
    ...write,
    path: '/v1/earn/subscribe',
    summary: 'Puts funds into a product; they earn from the next UTC day.',
    request: Type.Object({
      productId: Type.String(FieldText),
      amount: amountText('How much of the asset of the product.'),
      autoRenew: Type.Optional(Type.Boolean({ description: 'Fixed products only.' })),
      clientOid,
    }),
    response: EarnPosition,
    errors: ['00004', '40201', '40302', '40401', '40902'],
  }),
  redeem: endpoint({
    ...write,
    path: '/v1/earn/redeem',
    summary:
      'Takes funds out: at once within the quota of the day, else after it. A fixed term that is ' +
      'broken earns nothing.',
    request: Type.Object({
      positionId: Type.String(FieldText),
      amount: amountText('How much; of a fixed product all of it.'),
      clientOid,
    }),
    response: EarnPosition,
    errors: ['40401', '40902'],
  }),
  autoRenew: endpoint({
    ...write,
    path: '/v1/earn/autoRenew',
    summary: 'Whether a fixed term is followed by another one.',
    request: Type.Object({ positionId: Type.String(FieldText), enabled: Type.Boolean() }),
    response: EarnPosition,
    errors: ['40401'],
  }),
  positions: endpoint({
    ...read,
    path: '/v1/earn/positions',
    summary: 'What the user has in earn products now.',
    response: Type.Array(EarnPosition),
    errors: [],
  }),
  history: endpoint({
    ...read,
    path: '/v1/earn/history',
    summary: 'Interest that was paid to the user, the latest first.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
    }),
    response: pageOf(EarnPayment),
    errors: [],
  }),
} as const
