import type { TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { describe, expect, it } from 'vitest'
import { listEndpoints, topics } from './contract.ts'
import { isRaw, type Endpoint } from './endpoint.ts'
import { ERRORS, errorSpec, type ErrorCode } from './errors.ts'
import {
  jsonOf,
  partsOf,
  valueOf,
  variantsOf,
  withAt,
  without,
  type JsonSchema,
  type Part,
} from './testing/schemaValues.ts'

/** A schema, its check, a value that fits, and all that is in it. */
function examine(schema: TSchema) {
  const check = TypeCompiler.Compile(schema)
  const example = valueOf(jsonOf(schema))
  const parts = partsOf(jsonOf(schema))
  return {
    schema: jsonOf(schema),
    example,
    parts,
    accepts: (value: unknown) => check.Check(value),
    acceptsAt: ({ path }: Part, value: unknown) => check.Check(withAt(example, path, value)),
  }
}
type Examined = ReturnType<typeof examine>

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpoints = listEndpoints().map(({ endpoint }) => endpoint)
const requests = endpoints.flatMap((one) =>
  one.request ? [{ name: nameOf(one), method: one.method, ...examine(one.request) }] : [],
)
const responses = endpoints.flatMap(({ response, ...one }) => {
  const schema = isRaw(response) ? response.schema : response
  return schema ? [{ name: nameOf({ ...one, response }), ...examine(schema) }] : []
})
const messages = topics.map(({ name, message }) => ({ name: `topic ${name}`, ...examine(message) }))
const everything: readonly (Examined & { readonly name: string })[] = [
  ...requests,
  ...responses,
  ...messages,
]

/** The places at which a part fails `holds`, as text. */
const failing = <One extends Examined & { readonly name: string }>(
  schemas: readonly One[],
  { at, holds }: { at: (part: Part) => boolean; holds: (one: One, part: Part) => boolean },
) =>
  schemas.flatMap((one) =>
    one.parts
      .filter((part) => at(part) && !holds(one, part))
      .map(({ path }) => `${one.name} ${path.join('.')}`),
  )
const every = (test: (variant: JsonSchema) => boolean) => (part: Part) =>
  variantsOf(part.schema).every(test)
const some = (test: (variant: JsonSchema) => boolean) => (part: Part) =>
  variantsOf(part.schema).some(test)
const isAmount = some(({ format }) => format === 'decimal')
const isAny = some((variant) => !('const' in variant) && !variant.type && !variant.anyOf)
const isText = ({ type }: JsonSchema) => type === 'string'

describe('every schema of a request, an answer and a topic', () => {
  it('accepts a value with all fields and one with the required ones', () => {
    expect(everything.length).toBeGreaterThan(170)
    const refused = everything.filter(
      ({ accepts, schema, example }) => !accepts(example) || !accepts(valueOf(schema, 'required')),
    )
    expect(refused.map(({ name }) => name)).toEqual([])
  })

  it('refuses a value without a required field', () => {
    const refusesWithout = failing(everything, {
      at: ({ isRequired, schema }) => isRequired && !isAny({ schema, path: [], isRequired }),
      holds: (one, { path }) => !one.accepts(without(one.example, path)),
    })
    expect(refusesWithout).toEqual([])
  })

  it('keeps fields that it does not know', () => {
    const refused = everything.filter(
      ({ accepts, example }) =>
        typeof example === 'object' &&
        example !== null &&
        !Array.isArray(example) &&
        !accepts({ ...example, laterField: { a: [1] } }),
    )
    expect(refused.map(({ name }) => name)).toEqual([])
  })

  it('refuses an amount that is a JSON number (wire 10)', () => {
    const amounts = everything.flatMap(({ parts }) => parts.filter(isAmount))
    expect(amounts.length).toBeGreaterThan(150)
    expect(
      failing(everything, {
        at: isAmount,
        holds: (one, part) =>
          [0, 1, 90000.1, -1, Number.MAX_SAFE_INTEGER].every(
            (value) => !one.acceptsAt(part, value),
          ),
      }),
    ).toEqual([])
  })

  it.each([
    '1e5',
    '1E-8',
    '+1',
    '.5',
    '5.',
    '1,5',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '0x10',
    'NaN',
    'Infinity',
    '1.2.3',
    '--1',
    '١',
    '１',
  ])('refuses %j as an amount', (text) => {
    expect(
      failing(everything, { at: isAmount, holds: (one, part) => !one.acceptsAt(part, text) }),
    ).toEqual([])
  })

  it.each(['0', '1', '-1', '0.00000001', '00.10', '123456789012345678901234567890.123456789'])(
    'accepts %j as an amount',
    (text) => {
      expect(
        failing(everything, { at: isAmount, holds: (one, part) => one.acceptsAt(part, text) }),
      ).toEqual([])
    },
  )

  it('refuses a choice in other letters, or with a space', () => {
    const isChoice = every(
      (variant) => typeof variant.const === 'string' || variant.type === 'null',
    )
    const choices = everything.flatMap(({ parts }) => parts.filter(isChoice))
    expect(choices.length).toBeGreaterThan(100)
    const unlike = (text: string) => [
      text.toUpperCase(),
      `${text} `,
      ` ${text}`,
      `${text}s`,
      0,
      true,
    ]
    expect(
      failing(everything, {
        at: isChoice,
        holds: (one, { path, schema }) => {
          const known = variantsOf(schema).map((variant) => variant.const)
          return known
            .filter((value) => typeof value === 'string' && value !== '')
            .flatMap((value) => unlike(value as string))
            .filter((value) => !known.includes(value))
            .every((value) => !one.acceptsAt({ path, schema, isRequired: true }, value))
        },
      }),
    ).toEqual([])
  })

  it('refuses null unless the contract names it', () => {
    expect(
      failing(everything, {
        at: (part) =>
          !isAny(part) &&
          every(({ type, const: value }) => type !== 'null' && value !== null)(part),
        holds: (one, part) => !one.acceptsAt(part, null),
      }),
    ).toEqual([])
  })

  it('refuses a list or an object in place of text', () => {
    expect(
      failing(everything, {
        at: every((variant) => isText(variant) || typeof variant.const === 'string'),
        holds: (one, part) =>
          [[], ['a'], {}, { length: 1 }, true].every((value) => !one.acceptsAt(part, value)),
      }),
    ).toEqual([])
  })

  it('refuses a fraction, text and too small a value as integer', () => {
    const isInteger = every(({ type }) => type === 'integer')
    expect(everything.flatMap(({ parts }) => parts.filter(isInteger)).length).toBeGreaterThan(20)
    expect(
      failing(everything, {
        at: isInteger,
        holds: (one, part) => {
          const { minimum, maximum } = variantsOf(part.schema)[0] ?? {}
          return [
            0.5,
            '1',
            Number.NaN,
            ...(minimum === undefined ? [] : [minimum - 1]),
            ...(maximum === undefined ? [] : [maximum + 1]),
          ].every((value) => !one.acceptsAt(part, value))
        },
      }),
    ).toEqual([])
  })

  it('refuses a list longer or shorter than its limits', () => {
    expect(
      failing(everything, {
        at: every(({ type }) => type === 'array'),
        holds: (one, part) => {
          const { minItems, maxItems } = variantsOf(part.schema)[0] ?? {}
          const [item] = valueOf(part.schema) as unknown[]
          const lists = [
            ...(minItems === undefined || minItems === 0 ? [] : [minItems - 1]),
            ...(maxItems === undefined ? [] : [maxItems + 1]),
          ].map((length) => Array<unknown>(length).fill(item))
          return lists.every((list) => !one.acceptsAt(part, list))
        },
      }),
    ).toEqual([])
  })
})

describe('the requests that move money', () => {
  const order = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.01' }
  const transfer = {
    fromUserId: '1000000001',
    toUserId: '1000000002',
    asset: 'USDT',
    amount: '12.5',
    clientOid: 'w0123456789abcdef01234567',
  }
  const EXAMPLES: readonly (readonly [string, readonly object[]])[] = [
    [
      'POST /v1/spot/order/place',
      [
        { ...order, price: '90000.1', timeInForce: 'post_only' },
        { ...order, orderType: 'market', size: '100', sizeUnit: 'quote' },
        { ...order, orderType: 'stop_limit', price: '1', triggerPrice: '2', triggerBy: 'mark' },
        { ...order, orderType: 'stop_market', triggerPrice: '2', price: null },
        { ...order, orderType: 'oco', price: '2', triggerPrice: '1', stopPrice: '0.9' },
        { ...order, orderType: 'trailing', callbackRate: '1.5', triggerPrice: '' },
        { ...order, price: '1', takeProfitTriggerPrice: '2', stopLossTriggerPrice: '0.5' },
        { ...order, price: '1', selfTradePrevention: 'both', clientOid: null, reduceOnly: '' },
      ],
    ],
    ['POST /v1/spot/order/cancel', [{ orderId: '17' }, { clientOid: 'w1' }]],
    [
      'POST /v1/spot/order/amend',
      [
        { orderId: '17', price: '2' },
        { clientOid: 'w1', size: '3' },
      ],
    ],
    ['POST /v1/spot/order/cancelAll', [{}, { symbol: 'BTCUSDT', side: 'sell' }, { side: '' }]],
    ['POST /v1/asset/transfer', [transfer, { ...transfer, amount: '0.000000000000000001' }]],
  ]

  it.each(EXAMPLES)('accept the examples of %s', (name, examples) => {
    const one = requests.find((request) => request.name === name)
    expect(examples.filter((example) => !one?.accepts(example))).toEqual([])
  })

  it.each([
    ['tp_sl, which only the exchange makes', { orderType: 'tp_sl' }],
    ['a side that spot does not have', { side: 'long' }],
    ['a size as number', { size: 0.01 }],
    ['a size in exponents', { size: '1e-2' }],
    ['a price with a thousands separator', { price: '90,000.1' }],
    ['a time in force with a typing error', { timeInForce: 'postonly' }],
    ['a trigger by an index price', { triggerBy: 'index' }],
    ['a unit that is an asset', { sizeUnit: 'USDT' }],
  ])('refuse an order with %s', (_what, changes) => {
    const place = requests.find(({ name }) => name === 'POST /v1/spot/order/place')
    expect([place?.accepts(order), place?.accepts({ ...order, ...changes })]).toEqual([true, false])
  })

  it.each(Object.keys(transfer))('refuse a transfer without %s', (field) => {
    const { accepts } = requests.find(({ name }) => name === 'POST /v1/asset/transfer') ?? {}
    expect([accepts?.(transfer), accepts?.(without(transfer, [field]))]).toEqual([true, false])
  })
})

describe('every text of a request', () => {
  /** Texts whose limit is the size of the body or the query. */
  const LIMITED_BY_THE_SERVER = [
    'POST /v1/p2p/order/file picture',
    'GET /v1/spot/public/tickers symbol',
    'GET /v1/spot/public/candles symbol',
    'GET /v1/spot/public/candles limit',
    'GET /v1/spot/public/candles endTime',
    'POST /v1/user/register/mobile areaCode',
    'POST /v1/user/register/mobileAndEmail areaCode',
    'POST /v1/user/message/sendCode areaCode',
    'POST /v1/security/policy/captcha/get-captcha-id areaCode',
    'POST /v1/security/policy/captcha/check-captcha areaCode',
    'POST /v1/security/policy/captcha/check-captcha captchaType',
  ]

  it('has a limit of its own, with known exceptions', () => {
    const unlimited = failing(requests, {
      at: some(isText),
      holds: (one, part) => !one.acceptsAt(part, 'x'.repeat(20_000)),
    })
    expect(unlimited).toEqual(LIMITED_BY_THE_SERVER)
  })

  it('is accepted at its limit and refused one character beyond', () => {
    const isPlain = every(({ type, pattern, format, maxLength }) =>
      type === 'null' ? true : type === 'string' && !pattern && !format && maxLength !== undefined,
    )
    expect(requests.flatMap(({ parts }) => parts.filter(isPlain)).length).toBeGreaterThan(80)
    expect(
      failing(requests, {
        at: isPlain,
        holds: (one, part) => {
          const { maxLength = 0, minLength = 0 } = variantsOf(part.schema).find(isText) ?? {}
          return (
            one.acceptsAt(part, 'x'.repeat(maxLength)) &&
            !one.acceptsAt(part, 'x'.repeat(maxLength + 1)) &&
            one.acceptsAt(part, '') === (minLength === 0)
          )
        },
      }),
    ).toEqual([])
  })

  it('is all that a query has: parameters are text', () => {
    expect(
      failing(
        requests.filter(({ method }) => method === 'GET'),
        {
          at: () => true,
          holds: (one, part) =>
            one.acceptsAt(part, valueOf(part.schema)) && typeof valueOf(part.schema) === 'string',
        },
      ),
    ).toEqual([])
  })
})

describe('the limits of what a user types', () => {
  const LIMITS: readonly (readonly [string, Readonly<Record<string, number>>])[] = [
    ['POST /v1/user/login', { loginName: 254, pwd: 256, bizId: 64 }],
    ['POST /v1/user/agency/login', { loginName: 254, pwd: 256, bizId: 64 }],
    [
      'POST /v1/user/login/verify',
      { verifyToken: 64, emailCode: 12, mobileCode: 12, googleCode: 12 },
    ],
    ['POST /v1/user/register/email', { email: 254, pwd: 512, emailCode: 12, bizId: 64 }],
    ['POST /v1/user/register/mobile', { mobile: 32, pwd: 512, mobileCode: 12, bizId: 64 }],
    ['POST /v1/user/message/sendCode', { email: 254, mobile: 32, bizId: 64 }],
    ['POST /v1/spot/order/place', { symbol: 100, clientOid: 100 }],
    ['POST /v1/spot/order/cancel', { orderId: 100, clientOid: 100 }],
    ['POST /v1/asset/transfer', { fromUserId: 100, toUserId: 100, asset: 100, clientOid: 100 }],
    ['GET /v1/spot/order/history', { cursor: 100, limit: 100, symbol: 100, from: 100, to: 100 }],
  ]

  it.each(LIMITS)('match what the schema of %s allows', (name, limits) => {
    const one = requests.find((request) => request.name === name)
    const accepts = (field: string, length: number) =>
      one?.acceptsAt({ path: [field], schema: {}, isRequired: true }, 'x'.repeat(length))
    const wrong = Object.entries(limits).filter(
      ([field, most]) => !accepts(field, most) || accepts(field, most + 1),
    )
    expect(wrong).toEqual([])
  })

  it('refuse an amount of more than 100 digits', () => {
    for (const [name, field] of [
      ['POST /v1/spot/order/place', 'size'],
      ['POST /v1/spot/order/place', 'price'],
      ['POST /v1/spot/order/amend', 'price'],
      ['POST /v1/asset/transfer', 'amount'],
    ] as const) {
      const one = requests.find((request) => request.name === name)
      const part = { path: [field], schema: {}, isRequired: true }
      expect(one?.acceptsAt(part, '9'.repeat(100)), `${name} ${field}`).toBe(true)
      expect(one?.acceptsAt(part, '9'.repeat(101)), `${name} ${field}`).toBe(false)
    }
  })
})

describe('every error code', () => {
  const codes = Object.keys(ERRORS) as ErrorCode[]

  it.each(codes)('%s has data that its schema accepts', (code) => {
    const { data, statuses, meaning } = errorSpec(code)
    const { accepts, example } = examine(data)
    expect([accepts(example), accepts('text'), statuses.length > 0]).toEqual([true, false, true])
    expect(meaning).toMatch(/^[A-Z].*\.$/)
  })

  it.each(['42901', '40302'] as const)('%s names whole seconds, at least one', (code) => {
    const { accepts } = examine(errorSpec(code).data)
    expect(
      [1, 900, 0, -1, 1.5, '1', undefined].map((retryAfter) => accepts({ retryAfter })),
    ).toEqual([true, true, false, false, false, false, false])
  })

  it('never says that a refused request was taken', () => {
    for (const code of ['00006', '42901', '42902'] as const) {
      const { accepts } = examine(errorSpec(code).data)
      const details = { retryAfter: 1, scope: 'pair', limit: 1 }
      expect([
        accepts({ ...details, taken: false }),
        accepts({ ...details, taken: true }),
        accepts({ ...details, taken: null }),
      ]).toEqual([true, false, false])
    }
  })
})
