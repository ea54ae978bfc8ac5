import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { DecimalString, nullable, Timestamp, type ValueOf } from './schema.ts'

/** Rates in percent. */
const Rates = Type.Object({ maker: DecimalString, taker: DecimalString })

/** What a VIP level asks for and what it pays. */
export const VipLevel = Type.Object({
  level: Type.Integer({ minimum: 0 }),
  volume: nullable(DecimalString),
  valuation: nullable(DecimalString),
  spot: Rates,
  futures: Rates,
})
/**
 * What a VIP level asks for in USDT, traded in 30 days or owned: either is enough, and level 0 asks
 * for nothing. Rates are percent.
 */
export type VipLevel = ValueOf<typeof VipLevel>

/** Every fee of the exchange. */
export const FeeSchedule = Type.Object({
  quote: Type.String({ description: 'The asset that volumes and valuations are in.' }),
  levels: Type.Array(VipLevel),
  p2p: Type.Object({
    buyer: DecimalString,
  }),
  convert: Type.Object({ spread: DecimalString }),
  withdrawals: Type.Array(
    Type.Object({
      asset: Type.String(),
      network: Type.String(),
      name: Type.String({ description: 'Name of the network.' }),
      fee: DecimalString,
    }),
  ),
})
/**
 * Every fee of the exchange; orders are charged from the table of VIP levels. `p2p.buyer` is what a
 * P2P order takes of the coins and `convert.spread` what a conversion keeps of its result, both in
 * percent at every level. A withdrawal pays `fee` in its own asset.
 */
export type FeeSchedule = ValueOf<typeof FeeSchedule>

/** The VIP level of the user, and how it came about. */
export const VipDetail = Type.Object({
  level: Type.Integer({ minimum: 0 }),
  assessedAt: Timestamp,
  volume: nullable(DecimalString),
  valuation: nullable(DecimalString),
  next: nullable(
    Type.Object({
      level: Type.Integer({ minimum: 1 }),
      volume: DecimalString,
      valuation: DecimalString,
      lackingVolume: nullable(DecimalString),
      lackingValuation: nullable(DecimalString),
    }),
  ),
  days: Type.Array(Type.Object({ at: Timestamp, volume: DecimalString })),
  spot: Rates,
  futures: Rates,
})
/**
 * The VIP level that fees go by since `assessedAt`: what the customer had traded in the 30 whole
 * days before, and owned then. `next` is `null` at the highest level. A sub-account has the level
 * of its main account and sees no amounts: they are `null`, and `days` is empty.
 */
export type VipDetail = ValueOf<typeof VipDetail>

/** Fees and VIP levels. */
export const fees = {
  schedule: endpoint({
    method: 'GET',
    path: '/v1/mix/config/fees',
    summary: 'The fees of every product by VIP level, and what the levels ask for.',
    access: 'public',
    signing: 'none',
    response: FeeSchedule,
    errors: [],
  }),
  vip: endpoint({
    method: 'GET',
    path: '/v1/vip/detail',
    summary: 'The VIP level of the user, what led to it and what the next one lacks.',
    access: 'private',
    signing: '1',
    response: VipDetail,
    errors: [],
  }),
} as const
