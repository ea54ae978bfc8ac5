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
  AMEND_REJECTED: {
    code: -2038,
    status: 400,
    msg: 'The order amend (keep priority) was rejected.',
  },
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

/** Refusals of the gateway, and what they are here. */
const OF_THE_GATEWAY: Readonly<Record<string, (error: GatewayError) => DialectError>> = {
  '00004': () => new DialectError('REJECTED_KEY'),
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
  '40301': () => new DialectError('UNAUTHORIZED'),
  '40401': () => new DialectError('NO_SUCH_ORDER'),
  '40902': rejected('Duplicate order sent.'),
  '42901': ({ data }) =>
    new DialectError('TOO_MANY_ORDERS', undefined, {
      retryAfter: (data as { retryAfter?: number } | null)?.retryAfter ?? 1,
    }),
  '42902': filter('MAX_NUM_ORDERS'),
}

/** What a thrown refusal is in the dialect; `undefined` for a fault. */
export function dialectErrorOf(error: unknown): DialectError | undefined {
  if (error instanceof DialectError) return error
  if (!(error instanceof GatewayError)) return undefined
  return OF_THE_GATEWAY[error.code]?.(error) ?? new DialectError('UNKNOWN', error.message)
}
