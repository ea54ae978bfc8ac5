import { Type, type Static, type TProperties, type TSchema } from '@sinclair/typebox'
import { DecimalString, nullable, type ReadonlyDeep } from './schema.ts'

/** What the contract says of one code. */
export interface ErrorSpec {
  readonly meaning: string
  /** HTTP statuses that it comes with, the usual one first. Default: 200. */
  readonly statuses?: readonly ErrorStatus[]
  /** `data` of the envelope. Default: `null`. */
  readonly data?: TSchema
}

/** An HTTP status of a refusal, or a range as OpenAPI writes it. */
export type ErrorStatus = 200 | 400 | '4XX' | '5XX'

/** Details that may be missing altogether. */
const details = <Fields extends TProperties>(fields: Fields) => nullable(Type.Object(fields))

const Field = Type.String({ description: 'The parameter that the refusal is about.' })
const RetryAfter = Type.Integer({ minimum: 1, description: 'Seconds.' })
const NotTaken = Type.Optional(
  Type.Literal(false, { description: 'The request was not executed and may be sent again.' }),
)
const orderField = details({
  field: Field,
  limit: Type.Optional(
    Type.String({ ...DecimalString, description: 'The nearest value that would be accepted.' }),
  ),
})

/**
 * Every code of the envelope with its meaning (wire 10). `0` and `00000` are successes, all others
 * are refusals. HTTP status 200 and `data` null unless `statuses` and `data` say otherwise.
 */
export const ERRORS = {
  '1': {
    meaning: 'The request failed on the way; the HTTP status says how.',
    statuses: ['4XX', '5XX', 200],
  },
  '401': { meaning: 'No session: log in.' },
  '20906': { meaning: 'The session has expired: log in again.' },
  '20205': { meaning: 'The session was ended, or the account logged in elsewhere.' },
  '00004': {
    meaning:
      'The account is frozen; `data.userId` names it where it is not the own one. With ' +
      '`data.reason: deposit` nothing may leave, as a deposit left its chain.',
    data: details({
      userId: Type.Optional(Type.String()),
      reason: Type.Optional(Type.Literal('deposit')),
    }),
  },
  '00005': { meaning: 'The action needs a step-up verification first.' },
  '00006': {
    meaning: 'The service is paused; with `data.taken: false` the request was not executed.',
    data: details({ taken: NotTaken }),
  },
  '00020': { meaning: 'A signature header is missing or malformed.' },
  '00021': { meaning: 'The sign mode or the digest of the signed string is wrong.' },
  '00022': { meaning: 'The time of the request is out of range, or its trace id was used before.' },
  '00023': { meaning: 'The key is unknown or the signature is wrong.' },
  '40010': {
    meaning:
      'A parameter is missing or malformed (HTTP 400) or not accepted (HTTP 200); `data.field` ' +
      'names it.',
    statuses: [400, 200],
    data: orderField,
  },
  '40101': { meaning: 'The login name or the password is wrong.' },
  '40102': { meaning: 'The verification code or token is wrong or has expired.' },
  '40103': { meaning: 'A captcha is required or was not verified.' },
  '40201': {
    meaning:
      'The balance is not sufficient; `data.asset` names it. With `data.reason: deposit` it is ' +
      'there, but a deposit without all its confirmations keeps it in.',
    data: details({
      asset: Type.Optional(Type.String()),
      field: Type.Optional(Field),
      reason: Type.Optional(Type.Literal('deposit')),
    }),
  },
  '40202': { meaning: 'The price is not a multiple of the tick size.', data: orderField },
  '40203': { meaning: 'The size is not a multiple of the step size.', data: orderField },
  '40204': { meaning: 'The order is below the minimum.', data: orderField },
  '40205': { meaning: 'The price is outside the price protection.', data: orderField },
  '40206': { meaning: 'A post-only order would trade at once.', data: orderField },
  '40207': { meaning: 'A fill-or-kill order cannot be filled in full.', data: orderField },
  '40208': { meaning: 'A trigger price is on the wrong side of the market.', data: orderField },
  '40209': {
    meaning: 'The withdrawal is above what may be withdrawn today; `data.left` is, in USDT.',
    data: details({ left: DecimalString }),
  },
  '40210': { meaning: 'There is no position that the order could reduce.', data: orderField },
  '40211': {
    meaning: 'The leverage is not allowed for this size; `data.limit` is.',
    data: orderField,
  },
  '40212': { meaning: 'The position would be above its limit.', data: orderField },
  '40213': { meaning: 'The position would be liquidated at once.', data: orderField },
  '40214': { meaning: 'Open orders or positions forbid the change.' },
  '40215': { meaning: 'The account is being liquidated.' },
  '40216': {
    meaning: 'The price is beyond the bankruptcy price of the position.',
    data: orderField,
  },
  '40217': { meaning: 'The margin is needed by open positions.', data: orderField },
  '40220': { meaning: 'The loan would be above its limit.', data: orderField },
  '40221': { meaning: 'The pool does not have so much to lend.', data: orderField },
  '40222': { meaning: 'The margin level would be too low.' },
  '40223': { meaning: 'Nothing is owed in this asset.', data: orderField },
  '40230': {
    meaning: 'The address may not receive; `data.reason` says why.',
    data: Type.Object({
      reason: Type.Union(
        (
          [
            'malformed',
            'checksum',
            'zero',
            'contract',
            'own',
            'hot',
            'whitelist',
            'new',
            'tag',
          ] as const
        ).map((reason) => Type.Literal(reason)),
      ),
      usableAt: Type.Optional(
        Type.Integer({ description: 'When a new entry of the address book may receive.' }),
      ),
    }),
  },
  '40231': { meaning: 'The quote has expired, was used, or is for something else.' },
  '40240': { meaning: 'The P2P advert has changed, or has less left: look at it again.' },
  '40241': { meaning: 'The P2P advert or order does not allow that in its state, or not yet.' },
  '40301': { meaning: 'The role, realm, key or device of the session may not do this.' },
  '40302': {
    meaning: 'A new session may not move funds yet; `data.retryAfter` in seconds.',
    data: Type.Object({ retryAfter: RetryAfter }),
  },
  '40401': {
    meaning: 'The symbol, order or account is unknown; `data` names it.',
    data: details({
      symbol: Type.Optional(Type.String()),
      orderId: Type.Optional(Type.String()),
      clientOid: Type.Optional(Type.String()),
      field: Type.Optional(Field),
    }),
  },
  '40901': { meaning: 'The header `x-realm` differs from the realm of the session.' },
  '40902': {
    meaning: 'The client order id was used for another request.',
    data: details({ field: Field }),
  },
  '42901': {
    meaning: 'Too many attempts; `data.retryAfter` in seconds.',
    data: details({ retryAfter: RetryAfter, taken: NotTaken }),
  },
  '42902': {
    meaning: 'Too many open orders; `data.limit` may be open in `data.scope`.',
    data: Type.Object({
      scope: Type.Union([Type.Literal('pair'), Type.Literal('account'), Type.Literal('holder')]),
      limit: Type.Integer({ minimum: 0 }),
      taken: NotTaken,
    }),
  },
} as const satisfies Readonly<Record<string, ErrorSpec>>

/** A code that the envelope of a refusal carries. */
export type ErrorCode = keyof typeof ERRORS

/** `data` of a refusal with `Code`. */
export type ErrorData<Code extends ErrorCode> = (typeof ERRORS)[Code] extends {
  readonly data: infer Schema extends TSchema
}
  ? ReadonlyDeep<Static<Schema>>
  : null

/** What the contract says of `code`, with its defaults. */
export function errorSpec(code: ErrorCode): Required<ErrorSpec> {
  const { meaning, statuses = [200], data = Type.Null() }: ErrorSpec = ERRORS[code]
  return { meaning, statuses, data }
}

/** Whether the contract has `code` with the HTTP status `status`. */
export function hasStatus(code: ErrorCode, status: number): boolean {
  return errorSpec(code).statuses.some(
    (one) => one === status || one === `${Math.floor(status / 100)}XX`,
  )
}
