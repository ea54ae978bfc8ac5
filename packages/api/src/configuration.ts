import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { AmountByAsset, oneOf, Timestamp, type ValueOf } from './schema.ts'

/** The sign configuration of a gateway. */
export const GatewaySignConfig = Type.Object({
  clientOpen: Type.Boolean(),
  serverPublicKey: Type.String(),
  serverPublicKeySign: Type.String(),
  defaultAlgorithm: oneOf(['rsa1024', 'rsa2048']),
  exactUrls: Type.Record(Type.String(), Type.String()),
  prefixUrls: Type.Record(Type.String(), Type.String()),
  signModes: Type.Record(Type.String(), Type.Array(Type.String())),
  userCheckDeviceUrl: Type.String(),
})
/** The sign configuration of a gateway (wire 3). */
export type GatewaySignConfig = ValueOf<typeof GatewaySignConfig>

/** When and for how long clients keep the codes of a referral link. */
export const ReferralConfig = Type.Object({
  open: Type.Boolean(),
  cacheEffectiveTime: Type.Number({ description: 'Days that a captured code lives.' }),
  cacheBeginTime: Type.Number({ description: 'Milliseconds since the Unix epoch.' }),
  cacheEndTime: Type.Number({ description: 'Milliseconds since the Unix epoch.' }),
  channelCodeList: Type.Array(Type.String()),
  activeLinkList: Type.Array(Type.String()),
})
/** When and for how many days clients keep the codes of a referral link; empty lists allow all. */
export type ReferralConfig = ValueOf<typeof ReferralConfig>

/** Exchange rates for valuations. */
export const ValuationRates = Type.Object({ at: Timestamp, rates: AmountByAsset })
/** Units of each currency for one US dollar at the time `at`; for valuations only. */
export type ValuationRates = ValueOf<typeof ValuationRates>

/** Whether the platform is offered where the caller is. */
export const Region = Type.Union([
  Type.Object({ service: Type.Literal('full') }),
  Type.Object({ service: oneOf(['limited', 'none']), country: Type.String() }),
])
/** Whether the platform is offered where the caller is: in full, in part, or not at all. */
export type Region = ValueOf<typeof Region>

/** An announcement of the operator. */
export const Notice = Type.Object({
  noticeId: Type.String(),
  publishedAt: Timestamp,
  title: Type.String(),
  body: Type.String({ description: 'HTML as the operator wrote it: sanitise it before use.' }),
  link: Type.Optional(Type.Object({ href: Type.String(), text: Type.String() })),
  image: Type.Optional(Type.Object({ src: Type.String(), alt: Type.String() })),
})
/** An announcement of the operator; `body` is HTML that clients must sanitise. */
export type Notice = ValueOf<typeof Notice>

const publicRead = { method: 'GET', access: 'public', signing: 'none' } as const

/** Configuration that clients read at their start. */
export const configuration = {
  signing: endpoint({
    ...publicRead,
    path: '/v1/mix/config/gatewaySignConfig',
    summary: 'The signing rules and the public key of the server, signed by the issuer.',
    response: Type.Object({ gatewaySignConfig: GatewaySignConfig }),
    errors: [],
  }),
  issuerCertificate: endpoint({
    ...publicRead,
    path: '/v1/mix/config/issuerCertificate',
    summary: 'The issuer certificate for clients under development.',
    developmentOnly: true,
    response: Type.Object({ pem: Type.String() }),
    errors: [],
  }),
  referral: endpoint({
    ...publicRead,
    path: '/v1/mix/config/referral',
    summary: 'How clients keep referral codes.',
    response: ReferralConfig,
    errors: [],
  }),
  valuation: endpoint({
    ...publicRead,
    path: '/v1/mix/config/valuation',
    summary: 'Exchange rates of the currencies that assets are valued in.',
    response: ValuationRates,
    errors: [],
  }),
  region: endpoint({
    ...publicRead,
    path: '/v1/mix/region',
    summary: 'Whether the platform is offered in the region of the caller.',
    response: Region,
    errors: [],
  }),
  notices: endpoint({
    ...publicRead,
    path: '/v1/mix/notice/list',
    summary:
      'Announcements, the newest first, in the language of `locale` (header) or `languageType`.',
    response: Type.Object({ items: Type.Array(Notice) }),
    errors: [],
  }),
} as const

const json = 'application/json; charset=utf-8'

/** For supervisors, load balancers and Prometheus; outside /v1 and outside the envelope. */
export const health = {
  alive: endpoint({
    ...publicRead,
    path: '/health',
    summary: 'Whether the process answers.',
    response: { contentType: json, schema: Type.Object({ status: Type.Literal('alive') }) },
    errors: [],
  }),
  ready: endpoint({
    ...publicRead,
    path: '/ready',
    summary: 'Whether orders are taken; 503 with the names of the checks that fail.',
    response: {
      contentType: json,
      statuses: [200, 503],
      schema: Type.Object({
        status: oneOf(['ready', 'not ready']),
        failing: Type.Array(Type.String()),
      }),
    },
    errors: [],
  }),
  metrics: endpoint({
    ...publicRead,
    path: '/metrics',
    summary: 'Metrics for Prometheus; for this machine, or with the metrics token.',
    response: { contentType: 'text/plain; version=0.0.4; charset=utf-8' },
    errors: [],
  }),
} as const
