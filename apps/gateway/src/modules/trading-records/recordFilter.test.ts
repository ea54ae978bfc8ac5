import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { passes, readRecordFilter, type RecordFilter, type RecordsRequest } from './recordFilter.ts'

const order = {
  id: 41,
  side: 'buy',
  status: 'open',
  createdAt: 1_000,
  orderType: 'limit',
} as const
const faultOf = (params: RecordsRequest) => {
  try {
    readRecordFilter(params)
    return undefined
  } catch (error) {
    return error instanceof GatewayError ? [error.code, error.data] : error
  }
}

describe('what a list of records is asked for', () => {
  it('is everything where nothing is said', () => {
    expect(readRecordFilter({})).toEqual({})
  })

  it('takes an empty text as nothing said', () => {
    const none = { orderId: '', season: '', from: '', to: '', orderType: '' }
    expect(readRecordFilter(none)).toEqual({})
  })

  it('reads each field as it is', () => {
    expect(
      readRecordFilter({
        side: 'sell',
        orderType: 'oco',
        status: 'filled',
        orderId: '41',
        season: '2',
        funds: 'margin',
        from: '0',
        to: '1767571500000',
      }),
    ).toEqual({
      side: 'sell',
      orderType: 'oco',
      status: 'filled',
      orderId: '41',
      season: '2',
      funds: 'margin',
      from: 0,
      to: 1_767_571_500_000,
    })
  })

  it.each(['orderId', 'season', 'from', 'to'] as const)('needs a whole number as %s', (field) => {
    for (const value of ['x', '-1', '1.5', '1e3', ' 1', '0x1', '1'.repeat(17), "1' or '1"])
      expect([value, faultOf({ [field]: value })]).toEqual([value, ['40010', { field }]])
    expect(faultOf({ [field]: '1'.repeat(16) })).toBeUndefined()
  })
})

describe('an order in memory', () => {
  it.each([
    [{}, true],
    [{ side: 'buy' }, true],
    [{ side: 'sell' }, false],
    [{ orderType: 'limit' }, true],
    [{ orderType: 'market' }, false],
    [{ status: 'open' }, true],
    [{ status: 'filled' }, false],
    [{ orderId: '41' }, true],
    [{ orderId: '4' }, false],
    [{ from: 1_000 }, true],
    [{ from: 1_001 }, false],
    [{ to: 1_000 }, true],
    [{ to: 999 }, false],
    [{ from: 0, to: 0 }, false],
    [{ from: 1_000, to: 1_000 }, true],
    // Each field narrows further.
    [{ side: 'buy', status: 'filled' }, false],
  ] as const satisfies readonly (readonly [RecordFilter, boolean])[])(
    'passes %j: %s',
    (filter, isWanted) => {
      expect(passes(order, filter)).toBe(isWanted)
    },
  )

  it.each([
    [undefined, 'spot', true],
    [undefined, 'margin', false],
    [undefined, 'cross', false],
    ['cross', 'spot', false],
    ['cross', 'margin', true],
    ['cross', 'cross', true],
    ['cross', 'isolated', false],
    ['isolated', 'margin', true],
    ['isolated', 'isolated', true],
  ] as const)(
    'belongs to the account %s: wanted of %s it passes %s',
    (account, funds, isWanted) => {
      const own = account === undefined ? order : { ...order, account }
      expect(passes(own, { funds })).toBe(isWanted)
      expect(passes(own, {})).toBe(true)
    },
  )
})
