import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { describe, expect, it } from 'vitest'
import { errorEnvelope, errorSchemas, successEnvelope } from './envelope.ts'
import { ERRORS, errorSpec, hasStatus, type ErrorCode } from './errors.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]
const refusal = { code: '40401', status: 'error', msg: 'It is unknown.', data: null }

describe('the envelope of a success (wire 10)', () => {
  const schema = successEnvelope(Type.Object({ a: Type.String() }))
  const answer = { code: '0', status: 'success', msg: 'success', data: { a: 'x' } }

  it.each([
    [true, {}],
    [false, { code: '00000' }],
    [false, { code: 0 }],
    [false, { status: 'ok' }],
    [false, { msg: '' }],
    [false, { data: null }],
    [false, { data: { a: 1 } }],
  ])('is accepted: %s with %o', (expected, changes) => {
    expect(Value.Check(schema, { ...answer, ...changes })).toBe(expected)
  })

  it('has the code that its endpoint names', () => {
    const named = successEnvelope(Type.Null(), '00000')
    expect(Value.Check(named, { ...answer, code: '00000', data: null })).toBe(true)
    expect(Value.Check(named, { ...answer, data: null })).toBe(false)
  })
})

describe('the envelope of a refusal (wire 10)', () => {
  it('takes the codes that it was made for, with their details', () => {
    const schema = errorEnvelope(['40401', '40902'])
    expect(Value.Check(schema, refusal)).toBe(true)
    expect(Value.Check(schema, { ...refusal, data: { symbol: 'BTCUSDT' } })).toBe(true)
    expect(Value.Check(schema, { ...refusal, code: '40902', data: { field: 'clientOid' } })).toBe(
      true,
    )
    expect(Value.Check(schema, { ...refusal, code: '40902', data: {} })).toBe(false)
    expect(Value.Check(schema, { ...refusal, code: '40201' })).toBe(false)
  })

  it('is never that of a success', () => {
    for (const code of codes)
      expect(
        Value.Check(errorSchemas[code], { code, status: 'success', msg: 'success', data: null }),
      ).toBe(false)
  })

  it.each([
    ['40230', { reason: 'own' }, true],
    ['40230', { reason: 'new', usableAt: 1_764_374_400_123 }, true],
    ['40230', { reason: 'mine' }, false],
    ['40230', null, false],
    ['40302', { retryAfter: 60 }, true],
    ['40302', null, false],
    ['42902', { scope: 'account', limit: 20 }, true],
    ['42902', { scope: 'everything', limit: 20 }, false],
    ['42902', null, false],
    ['40209', { left: '12.5' }, true],
    ['40209', { left: 12.5 }, false],
    ['40201', { asset: 'USDT', reason: 'deposit' }, true],
    ['40201', { reason: 'other' }, false],
    ['00004', { userId: '1000000001' }, true],
    ['00005', null, true],
    ['00005', { field: 'verifyToken' }, false],
  ] as const)('is accepted of %s with the details %o: %s', (code, data, expected) => {
    expect(Value.Check(errorSchemas[code], { ...refusal, code, data })).toBe(expected)
  })
})

describe('the HTTP status of a refusal', () => {
  it.each([
    ['40401', 200, true],
    ['40401', 404, false],
    ['40010', 400, true],
    ['40010', 200, true],
    ['40010', 422, false],
    ['1', 404, true],
    ['1', 413, true],
    ['1', 503, true],
    ['1', 200, true],
    ['1', 302, false],
  ] as const)('is of %s %i: %s', (code, status, expected) => {
    expect(hasStatus(code, status)).toBe(expected)
  })

  it('is 200 of every business refusal, so that its code is read', () => {
    for (const code of codes)
      expect([code, errorSpec(code).statuses.includes(200)]).toEqual([code, true])
  })
})

describe('codes', () => {
  it('are none of those of a success', () => {
    expect(codes).not.toContain('0')
    expect(codes).not.toContain('00000')
  })

  it('are digits, as they stand on the wire', () => {
    expect(codes.filter((code) => !/^\d{1,5}$/.test(code))).toEqual([])
  })

  it('mean something each, and no two the same', () => {
    const meanings = codes.map((code) => errorSpec(code).meaning)
    expect(new Set(meanings).size).toBe(codes.length)
  })
})
