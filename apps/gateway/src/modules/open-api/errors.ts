import { GatewayError } from '../../platform/http/route.ts'

interface ErrorRow {
  readonly code: number
  /** HTTP status. */
  readonly status: number
  readonly msg: string
}

/** Every refusal of the dialect: the documented numbers, texts of our own (open-api.md). */
export const DIALECT_ERRORS = {
  UNKNOWN: { code: -1000, status: 400, msg: 'The request could not be processed.' },
  DISCONNECTED: { code: -1001, status: 503, msg: 'Internal error; the request was not executed.' },
  UNAUTHORIZED: { code: -1002, status: 401, msg: 'You are not authorized to do this.' },
  TOO_MANY_REQUESTS: { code: -1003, status: 429, msg: 'Too much request weight used.' },
  BANNED: { code: -1003, status: 418, msg: 'Too much request weight used; the address is banned.' },
  TIMEOUT: { code: -1007, status: 504, msg: 'No answer in time; the outcome is unknown.' },
  OVERLOADED: {
    code: -1008,
    status: 503,
    msg: 'Trading is paused for a moment; nothing was done.',
  },
  TOO_MANY_ORDERS: { code: -1015, status: 429, msg: 'Too many new orders.' },
  UNSUPPORTED: { code: -1020, status: 404, msg: 'This operation is not supported.' },
  INVALID_TIMESTAMP: {
    code: -1021,
    status: 400,
    msg: 'Timestamp for this request is outside of the recvWindow.',
  },
  INVALID_SIGNATURE: {
    code: -1022,
    status: 400,
    msg: 'Signature for this request is not valid.',
  },
  ILLEGAL_CHARACTERS: { code: -1100, status: 400, msg: 'Illegal characters found in a parameter.' },
  DUPLICATE_PARAMETER: { code: -1101, status: 400, msg: 'A parameter is there twice.' },
  MANDATORY_PARAMETER: {
    code: -1102,
    status: 400,
    msg: 'A mandatory parameter was not sent, was empty, or malformed.',
  },
  EMPTY_PARAMETER: { code: -1105, status: 400, msg: 'A parameter was empty.' },
  PARAMETER_NOT_REQUIRED: {
    code: -1106,
    status: 400,
    msg: 'A parameter was sent when not needed.',
  },
  BAD_PRECISION: { code: -1111, status: 400, msg: 'A parameter has too much precision.' },
  NO_DEPTH: { code: -1112, status: 400, msg: 'No orders on the book for this symbol.' },
  TIF_NOT_REQUIRED: { code: -1114, status: 400, msg: 'TimeInForce sent when not required.' },
  INVALID_TIF: { code: -1115, status: 400, msg: 'Invalid timeInForce.' },
  INVALID_TYPE: { code: -1116, status: 400, msg: 'Invalid orderType.' },
  INVALID_SIDE: { code: -1117, status: 400, msg: 'Invalid side.' },
  INVALID_INTERVAL: { code: -1120, status: 400, msg: 'Invalid interval.' },
  BAD_SYMBOL: { code: -1121, status: 400, msg: 'Invalid symbol.' },
  INVALID_LISTEN_KEY: { code: -1125, status: 400, msg: 'This listenKey does not exist.' },
  LOOKUP_TOO_LONG: { code: -1127, status: 400, msg: 'The time between start and end is too long.' },
  BAD_COMBINATION: { code: -1128, status: 400, msg: 'Combination of optional parameters invalid.' },
  INVALID_PARAMETER: { code: -1130, status: 400, msg: 'Invalid data sent for a parameter.' },
  BAD_RECV_WINDOW: { code: -1131, status: 400, msg: 'recvWindow must be less than 60000.' },
  FILTER_FAILURE: { code: -1013, status: 400, msg: 'Filter failure' },
  ORDER_REJECTED: { code: -2010, status: 400, msg: 'The order was rejected.' },
  CANCEL_REJECTED: { code: -2011, status: 400, msg: 'Unknown order sent.' },
  NO_SUCH_ORDER: { code: -2013, status: 400, msg: 'Order does not exist.' },
  BAD_KEY_FORMAT: { code: -2014, status: 401, msg: 'API-key format invalid.' },
  REJECTED_KEY: {
    code: -2015,
    status: 401,
    msg: 'Invalid API-key, IP, or permissions for action.',
  },
  REPLACE_FAILED: { code: -2022, status: 400, msg: 'Order cancel-replace failed.' },
  REPLACE_PARTLY_FAILED: {
    code: -2021,
    status: 409,
    msg: 'Order cancel-replace partially failed.',
  },
  MARGIN_INSUFFICIENT: { code: -2019, status: 400, msg: 'Margin is insufficient.' },
  IMMEDIATE_TRIGGER: { code: -2021, status: 400, msg: 'Order would immediately trigger.' },
  REDUCE_ONLY_REJECTED: { code: -2022, status: 400, msg: 'ReduceOnly Order is rejected.' },
  IN_LIQUIDATION: { code: -2023, status: 400, msg: 'User in liquidation mode now.' },
  MAX_OPEN_ORDERS: { code: -2025, status: 400, msg: 'Reach max open order limit.' },
  MAX_POSITION: {
    code: -2027,
    status: 400,
    msg: 'Exceeded the maximum allowable position at current leverage.',
  },
  LIQUIDATED_AT_ONCE: {
    code: -2028,
    status: 400,
    msg: 'Leverage is smaller than permitted: insufficient margin balance.',
  },
  AMEND_REJECTED: {
    code: -2038,
    status: 400,
    msg: 'The order amend (keep priority) was rejected.',
  },
  REPAY_TOO_MUCH: { code: -3015, status: 400, msg: 'Repay amount exceeds borrow amount.' },
  LOAN_LIMIT: { code: -3006, status: 400, msg: 'Your borrow amount has exceeded maximum.' },
  POOL_EMPTY: { code: -3045, status: 400, msg: 'The system does not have enough asset now.' },
  MARGIN_LEVEL: { code: -3041, status: 400, msg: 'The margin level would be too low.' },
  TICK_SIZE: { code: -4014, status: 400, msg: 'Price not increased by tick size.' },
  PERCENT_PRICE: { code: -4016, status: 400, msg: 'Price is too far from the mark price.' },
  INVALID_DEPTH: { code: -4021, status: 400, msg: 'Invalid depth limit.' },
  STEP_SIZE: { code: -4023, status: 400, msg: 'Qty not increased by step size.' },
  INVALID_LEVERAGE: { code: -4028, status: 400, msg: 'Leverage is not valid.' },
  NO_NEED_MARGIN_TYPE: { code: -4046, status: 400, msg: 'No need to change margin type.' },
  MARGIN_TYPE_FIXED: {
    code: -4048,
    status: 400,
    msg: 'Margin type cannot be changed if there exists position or open orders.',
  },
  ISOLATED_INSUFFICIENT: { code: -4051, status: 400, msg: 'Isolated balance insufficient.' },
  NO_NEED_POSITION_SIDE: { code: -4059, status: 400, msg: 'No need to change position side.' },
  POSITION_SIDE_MISMATCH: {
    code: -4061,
    status: 400,
    msg: "Order's position side does not match user's setting.",
  },
  POSITION_SIDE_FIXED: {
    code: -4068,
    status: 400,
    msg: 'Position side cannot be changed if there exists position or open orders.',
  },
  BATCH_SIZE: { code: -4082, status: 400, msg: 'Invalid number of batch place orders.' },
  DUPLICATE_CLIENT_ID: { code: -4116, status: 400, msg: 'ClientOrderId is duplicated.' },
  CONTRACT_NOTIONAL: {
    code: -4164,
    status: 400,
    msg: 'Order notional must be no smaller than the minimum (unless it is reduce-only).',
  },
  FOK_REJECTED: { code: -5021, status: 400, msg: 'Order could not be filled in full.' },
  POST_ONLY_REJECTED: {
    code: -5022,
    status: 400,
    msg: 'Post Only order will be rejected: it would trade at once.',
  },
  WITHDRAW_ADDRESS: {
    code: -4015,
    status: 400,
    msg: 'The address is none of the address book that may receive now.',
  },
  WITHDRAW_REFUSED: { code: -4026, status: 400, msg: 'The withdrawal was refused.' },
  NO_SUCH_NETWORK: { code: -4018, status: 400, msg: 'The coin has no such network.' },
  NO_SUCH_ACCOUNT: { code: -9000, status: 400, msg: 'This account does not exist.' },
} as const satisfies Record<string, ErrorRow>

export type DialectErrorName = keyof typeof DIALECT_ERRORS

/** A refusal of the dialect. */
export class DialectError extends Error {
  readonly code: number
  readonly status: number
  /** Beside code and text, such as the two halves of a cancel-replace. */
  readonly data: unknown
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined
  constructor(
    name: DialectErrorName,
    message?: string,
    { data, retryAfter }: { readonly data?: unknown; readonly retryAfter?: number } = {},
  ) {
    const row: ErrorRow = DIALECT_ERRORS[name]
    super(message ?? row.msg)
    this.name = 'DialectError'
    this.code = row.code
    this.status = row.status
    this.data = data
    this.retryAfter = retryAfter
  }
}

const filter = (name: string) => () => new DialectError('FILTER_FAILURE', `Filter failure: ${name}`)
const rejected = (message: string) => () => new DialectError('ORDER_REJECTED', message)

const named = (name: DialectErrorName) => () => new DialectError(name)
const withText = (name: DialectErrorName) => (error: GatewayError) =>
  new DialectError(name, error.message)

type Translation = Readonly<Record<string, (error: GatewayError) => DialectError>>

/** Refusals of the gateway, and what they are in all calls. */
export const GATEWAY_REFUSALS: Translation = {
  '00004': named('REJECTED_KEY'),
  '00005': named('UNAUTHORIZED'),
  '00006': ({ data }) =>
    new DialectError(
      (data as { taken?: boolean } | null)?.taken === false ? 'OVERLOADED' : 'TIMEOUT',
    ),
  '40010': ({ data, message }) => {
    const { field } = (data ?? {}) as { readonly field?: string }
    if (field === 'size') return filter('LOT_SIZE')()
    if (field === 'callbackRate') return filter('TRAILING_DELTA')()
    return new DialectError('INVALID_PARAMETER', message)
  },
  '40201': rejected('Account has insufficient balance for requested action.'),
  '40202': filter('PRICE_FILTER'),
  '40203': filter('LOT_SIZE'),
  '40204': filter('NOTIONAL'),
  '40205': filter('PERCENT_PRICE_BY_SIDE'),
  '40206': rejected('Order would immediately match and take.'),
  '40207': rejected('Order could not be filled in full.'),
  '40208': rejected('Stop price would trigger immediately.'),
  '40209': withText('WITHDRAW_REFUSED'),
  '40215': named('IN_LIQUIDATION'),
  '40220': named('LOAN_LIMIT'),
  '40221': named('POOL_EMPTY'),
  '40222': named('MARGIN_LEVEL'),
  '40223': named('REPAY_TOO_MUCH'),
  '40230': named('WITHDRAW_ADDRESS'),
  '40231': withText('WITHDRAW_REFUSED'),
  '40301': named('UNAUTHORIZED'),
  '40302': withText('WITHDRAW_REFUSED'),
  '40401': named('NO_SUCH_ORDER'),
  '40902': rejected('Duplicate order sent.'),
  '42901': ({ data }) =>
    new DialectError('TOO_MANY_ORDERS', undefined, {
      retryAfter: (data as { retryAfter?: number } | null)?.retryAfter ?? 1,
    }),
  '42902': filter('MAX_NUM_ORDERS'),
}

/** What they are in calls about contracts, where it is another number. */
export const CONTRACT_REFUSALS: Translation = {
  '40010': ({ data, message }) => {
    const { field } = (data ?? {}) as { readonly field?: string }
    if (field === 'leverage') return new DialectError('INVALID_LEVERAGE')
    if (field === 'size') return new DialectError('STEP_SIZE', message)
    return message === CONTRACT_TERMS
      ? new DialectError('CONTRACT_NOTIONAL')
      : new DialectError('INVALID_PARAMETER', message)
  },
  '40201': named('MARGIN_INSUFFICIENT'),
  '40202': named('TICK_SIZE'),
  '40203': named('STEP_SIZE'),
  '40204': named('CONTRACT_NOTIONAL'),
  '40205': named('PERCENT_PRICE'),
  '40206': named('POST_ONLY_REJECTED'),
  '40207': named('FOK_REJECTED'),
  '40208': named('IMMEDIATE_TRIGGER'),
  '40210': named('REDUCE_ONLY_REJECTED'),
  '40211': named('INVALID_LEVERAGE'),
  '40212': named('MAX_POSITION'),
  '40213': named('LIQUIDATED_AT_ONCE'),
  '40214': named('MARGIN_TYPE_FIXED'),
  '40216': named('PERCENT_PRICE'),
  '40217': named('ISOLATED_INSUFFICIENT'),
  '40902': named('DUPLICATE_CLIENT_ID'),
  '42902': named('MAX_OPEN_ORDERS'),
}

/** What the exchange says of an order for a contract below the smallest value. */
const CONTRACT_TERMS = 'The terms of the order do not fit the account'

/** What a thrown refusal is in the dialect; `undefined` for a fault. */
export function dialectErrorOf(
  error: unknown,
  pool: 'spot' | 'futures' | 'wallet' = 'spot',
): DialectError | undefined {
  if (error instanceof DialectError) return error
  if (!(error instanceof GatewayError)) return undefined
  const ofContracts = pool === 'futures' ? CONTRACT_REFUSALS[error.code] : undefined
  const translate = ofContracts ?? GATEWAY_REFUSALS[error.code]
  return translate?.(error) ?? new DialectError('UNKNOWN', error.message)
}
