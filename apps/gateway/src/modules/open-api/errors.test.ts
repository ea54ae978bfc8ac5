import type { ErrorCode } from '@x/api'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import {
  CONTRACT_REFUSALS,
  DIALECT_ERRORS,
  DialectError,
  dialectErrorOf,
  GATEWAY_REFUSALS,
} from './errors.ts'

const translated = (code: ErrorCode, pool: 'spot' | 'futures', data: unknown = null) => {
  const error = dialectErrorOf(new GatewayError(code, 'why', { data: data as never }), pool)
  return [error?.code, error?.status]
}

describe('refusals of the gateway in the dialect (open-api.md)', () => {
  const of = (code: string, number: number, status = 400, data: unknown = null) =>
    [code as ErrorCode, number, status, data] as const
  const rows = [
    of('00004', -2015, 401),
    of('00005', -1002, 401),
    of('00006', -1008, 503, { taken: false }),
    of('00006', -1007, 504),
    of('40010', -1013, 400, { field: 'size' }),
    of('40010', -1013, 400, { field: 'callbackRate' }),
    of('40010', -1130),
    of('40201', -2010),
    of('40202', -1013),
    of('40203', -1013),
    of('40204', -1013),
    of('40205', -1013),
    of('40206', -2010),
    of('40207', -2010),
    of('40208', -2010),
    of('40209', -4026),
    of('40215', -2023),
    of('40220', -3006),
    of('40221', -3045),
    of('40222', -3041),
    of('40223', -3015),
    of('40230', -4015),
    of('40231', -4026),
    of('40301', -1002, 401),
    of('40302', -4026),
    of('40401', -2013),
    of('40902', -2010),
    of('42901', -1015, 429),
    of('42902', -1013),
  ]

  it.each(rows)('reports %s as %i', (code, number, status, data) => {
    expect(translated(code, 'spot', data)).toEqual([number, status])
  })

  it('has a row for each refusal of the table', () => {
    expect(new Set(rows.map(([code]) => code))).toEqual(new Set(Object.keys(GATEWAY_REFUSALS)))
  })
})

describe('refusals about contracts (open-api.md)', () => {
  const rows = [
    ['40010', -4028, { field: 'leverage' }],
    ['40010', -4023, { field: 'size' }],
    ['40010', -1130, null],
    ['40201', -2019, null],
    ['40202', -4014, null],
    ['40203', -4023, null],
    ['40204', -4164, null],
    ['40205', -4016, null],
    ['40206', -5022, null],
    ['40207', -5021, null],
    ['40208', -2021, null],
    ['40210', -2022, null],
    ['40211', -4028, null],
    ['40212', -2027, null],
    ['40213', -2028, null],
    ['40214', -4048, null],
    ['40216', -4016, null],
    ['40217', -4051, null],
    ['40902', -4116, null],
    ['42902', -2025, null],
  ] as const

  it.each(rows)('reports %s as %i of a contract', (code, number, data) => {
    expect(translated(code, 'futures', data)).toEqual([number, 400])
  })

  it('has a row for each refusal of the table', () => {
    expect(new Set<string>(rows.map(([code]) => code))).toEqual(
      new Set(Object.keys(CONTRACT_REFUSALS)),
    )
  })

  it('falls back to the number of all calls', () => {
    expect(translated('40215', 'futures')).toEqual([-2023, 400])
  })
})

it.each(Object.entries(DIALECT_ERRORS))('has number and status of %s', (name, row) => {
  const error = new DialectError(name as keyof typeof DIALECT_ERRORS)
  expect([error.code, error.status, error.message]).toEqual([row.code, row.status, row.msg])
  expect(row.code).toBeLessThanOrEqual(-1_000)
  expect([400, 401, 404, 409, 418, 429, 503, 504]).toContain(row.status)
})

it('returns nothing for a fault', () => {
  expect(dialectErrorOf(new Error('broken'))).toBeUndefined()
})
