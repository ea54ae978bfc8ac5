import { Type } from '@sinclair/typebox'
import { SpotBalance } from './spot/account.ts'
import { endpoint } from './endpoint.ts'
import {
  AmountByAsset,
  amountText,
  FieldText,
  nullable,
  NullableFieldText,
  oneOf,
  Timestamp,
  type ValueOf,
} from './schema.ts'

/** What a paper account starts with and may add per UTC day. */
export const PaperTerms = Type.Object({ start: AmountByAsset, dailyTopUp: AmountByAsset })
export type PaperTerms = ValueOf<typeof PaperTerms>

/** The paper seasons of a trader and what can still be added today. */
export const PaperAccount = Type.Object({
  season: Type.Integer({ minimum: 1 }),
  topUpLeft: AmountByAsset,
  topUpRenewsAt: Timestamp,
  seasons: Type.Array(Type.Object({ season: Type.Integer({ minimum: 1 }), startedAt: Timestamp })),
})
/** The paper seasons of a trader, the latest first, and what can still be added today by asset. */
export type PaperAccount = ValueOf<typeof PaperAccount>

/** The running paper season and its balances. */
export const PaperSeason = Type.Object({
  season: Type.Integer({ minimum: 1 }),
  assets: Type.Array(SpotBalance),
})
export type PaperSeason = ValueOf<typeof PaperSeason>

/** The speed of the generated or recorded market. */
export const MarketSpeed = Type.Object({
  controllable: Type.Boolean(),
  speed: oneOf(['1', '10']),
  paused: Type.Boolean(),
})
/** The speed of the market; `controllable` says whether this gateway lets traders change it. */
export type MarketSpeed = ValueOf<typeof MarketSpeed>

const write = { method: 'POST', access: 'private', signing: '2', realms: ['paper'] } as const

/** Paper trading: seasons, funds, and the speed of the market. */
export const paper = {
  terms: endpoint({
    method: 'GET',
    path: '/v1/spot/public/paper',
    summary: 'What a paper account starts with and may add per day.',
    access: 'public',
    signing: 'none',
    response: PaperTerms,
    errors: [],
  }),
  account: endpoint({
    method: 'GET',
    path: '/v1/spot/paper/account',
    summary: 'The paper season, the seasons before it, and what can still be added today.',
    access: 'private',
    signing: '1',
    realms: ['paper'],
    response: PaperAccount,
    errors: [],
  }),
  reset: endpoint({
    ...write,
    path: '/v1/spot/paper/reset',
    summary: 'Ends the paper season named and starts the next one with the default funds.',
    request: Type.Object({ season: FieldText }),
    response: PaperSeason,
    errors: [],
  }),
  topUp: endpoint({
    ...write,
    path: '/v1/spot/paper/topup',
    summary: 'Adds paper funds, up to a daily cap.',
    request: Type.Object({
      asset: FieldText,
      amount: amountText('How much of `asset` to add, above zero.'),
      clientOid: Type.Optional(NullableFieldText),
    }),
    response: PaperSeason,
    errors: ['40902'],
  }),
  speed: endpoint({
    method: 'GET',
    path: '/v1/spot/public/speed',
    summary: 'The speed of the market, and whether it can be changed.',
    access: 'public',
    signing: 'none',
    response: MarketSpeed,
    errors: [],
  }),
  changeSpeed: endpoint({
    ...write,
    path: '/v1/paper/market',
    summary: 'Speeds up, pauses, resumes or steps the market of everybody; development only.',
    developmentOnly: true,
    request: Type.Object({
      action: Type.Optional(Type.String({ maxLength: 20 })),
      speed: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
    }),
    response: MarketSpeed,
    errors: [],
  }),
} as const
