import { describe, expect, it } from 'vitest'
import {
  failure,
  invalidParameter,
  malformedParameter,
  success,
  tooManyAttempts,
} from './envelope.ts'
import { given, readAmount, readClientOid, required, unknownSymbol } from './requestFields.ts'
import { CodedAnswer, GatewayError, requireSession } from './route.ts'

/** Code, HTTP status and data of a refusal. */
function refusalOf(run: () => unknown): unknown {
  try {
    return ['taken', run()]
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return [error.code, error.status, error.data]
  }
}

describe('a field of a request', () => {
  it.each([undefined, null, ''])('is not given as %j', (value) =>
    expect(given(value)).toBeUndefined(),
  )

  it.each([0, false, ' ', '0', 'null'])('is given as %j', (value) =>
    expect(given(value)).toBe(value),
  )

  it('is named where it is needed and missing', () => {
    expect(refusalOf(() => required(undefined, 'price'))).toEqual([
      '40010',
      400,
      { field: 'price' },
    ])
    expect(required(0, 'price')).toBe(0)
    expect(required('', 'price')).toBe('')
  })
})

describe('the name that a client gives a request', () => {
  it.each(['a', 'A-b_9', '-', '0'.repeat(64)])('may be %j', (clientOid) =>
    expect(readClientOid({ clientOid })).toBe(clientOid),
  )

  it.each([{}, { clientOid: null }, { clientOid: '' }])('may be missing as in %j', (fields) =>
    expect(readClientOid(fields)).toBeUndefined(),
  )

  it.each(['a b', 'a.b', 'ä', 'a\n', '\u0000', "a'--", 'a'.repeat(65), '１'])(
    'is refused as %j',
    (clientOid) =>
      expect(refusalOf(() => readClientOid({ clientOid }))).toEqual([
        '40010',
        400,
        { field: 'clientOid' },
      ]),
  )
})

describe('an amount of a request', () => {
  it.each(['0', '1', '1.50', '-1', '0.00000001', '9'.repeat(40)])('is taken as text %j', (size) =>
    expect(readAmount({ size }, 'size')).toBe(size),
  )

  it.each([{}, { size: '' }, { size: null }])('may be missing as in %j', (fields) =>
    expect(readAmount<'size'>(fields, 'size')).toBeUndefined(),
  )

  it.each([
    ' 1',
    '1 ',
    '1,5',
    '1.',
    '.5',
    '1_000',
    '0x10',
    'Infinity',
    'NaN',
    '--1',
    '1.2.3',
    '１',
    '9'.repeat(41),
    `0.${'0'.repeat(38)}1`,
  ])('is refused as %j', (size) =>
    expect(refusalOf(() => readAmount({ size }, 'size'))).toEqual([
      '40010',
      400,
      { field: 'size' },
    ]),
  )

  it('is read from the field that is named, and no other', () => {
    const fields = { size: 'x', price: '1' }
    expect(readAmount(fields, 'price')).toBe('1')
  })
})

describe('a refusal', () => {
  it('is HTTP 400 only for what no correct client sends', () => {
    expect(malformedParameter('a', 'No.')).toMatchObject({ code: '40010', status: 400 })
    expect(invalidParameter('a', 'No.')).toMatchObject({ code: '40010', status: 200 })
    expect(unknownSymbol('X')).toMatchObject({
      code: '40401',
      status: 200,
      data: { symbol: 'X' },
    })
  })

  it.each([
    [-5, 1],
    [0, 1],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [59_999.5, 60],
  ])('says for %d ms to wait %d whole seconds', (ms, retryAfter) =>
    expect(tooManyAttempts(ms).data).toEqual({ retryAfter }),
  )

  it('says that nothing was done only where that is known', () => {
    expect(tooManyAttempts(1, 'Slow down', { taken: false })).toMatchObject({
      code: '42901',
      message: 'Slow down',
      data: { retryAfter: 1, taken: false },
    })
  })

  it('keeps its cause for the log, and out of the answer', () => {
    const cause = new Error('disk')
    const error = new GatewayError('00006', 'Paused', { cause })
    expect(error.cause).toBe(cause)
    expect(JSON.stringify(failure({ code: error.code, message: error.message }))).not.toContain(
      'disk',
    )
  })
})

describe('an envelope', () => {
  it.each([
    [undefined, null],
    [null, null],
    [0, 0],
    ['', ''],
    [false, false],
    [[], []],
  ])('has for the answer %j the data %j', (answer, data) =>
    expect(success(answer)).toEqual({ code: '0', status: 'success', msg: 'success', data }),
  )

  it('has the code of an answer that brings one', () => {
    expect(success(new CodedAnswer('00000', { bizId: '1' }))).toEqual({
      code: '00000',
      status: 'success',
      msg: 'success',
      data: { bizId: '1' },
    })
  })

  it('has null in a failure that says nothing more', () => {
    expect(failure({ code: '401', message: 'No.' })).toEqual({
      code: '401',
      status: 'error',
      msg: 'No.',
      data: null,
    })
  })
})

describe('the session of a request', () => {
  it('is there, or the answer is 401', () => {
    const session = { sessionId: 's', userId: '7', realm: 'live', roles: [], keyId: null } as const
    expect(requireSession({ session })).toBe(session)
    expect(refusalOf(() => requireSession({ session: undefined }))).toEqual(['401', 200, null])
  })
})
