import { describe, expect, it } from 'vitest'
import {
  futuresRecordsExport,
  passesFilter,
  recordKey,
  type RecordKind,
} from '../../data/futures/recordsApi.ts'
import { marginRecordKey, marginRecordsExport } from '../../data/margin/recordsApi.ts'
import {
  CLOSED_POSITION,
  FUNDING_BILL,
  FUTURES_FILL,
  LIQUIDATION,
  OPEN_ORDER,
} from '../../testing/futuresFixtures.ts'
import { futuresLines } from './futuresLines.ts'

describe('a question for records of futures', () => {
  it.each([
    ['positions', '/futures/position/history'],
    ['orders', '/futures/order/history'],
    ['fills', '/futures/order/fills'],
    ['bills', '/futures/bills'],
    ['liquidations', '/futures/liquidation/list'],
    ['funding', '/futures/public/funding'],
  ] as const)('asks for %s at %s', (kind, path) => {
    expect(futuresRecordsExport(kind, {})(null)).toMatchObject({ path, data: { limit: '200' } })
  })

  it('has the filter, and the cursor of a further page alone', () => {
    const filter = { symbol: 'BTCUSDT', side: 'buy', from: '1', to: '2' }
    const question = futuresRecordsExport('orders', filter)
    expect(question(null).data).toEqual({ limit: '200', ...filter })
    expect(question('77').data).toEqual({ limit: '200', ...filter, cursor: '77' })
  })

  it.each([
    ['loans', '/margin/loans', {}],
    ['repayments', '/margin/loans', { kind: 'repay' }],
    ['interest', '/margin/interest', {}],
    ['liquidations', '/margin/liquidation/list', {}],
  ] as const)('asks for %s of margin accounts', (kind, path, more) => {
    const question = marginRecordsExport(kind, { symbol: 'cross' })
    expect(question('5')).toMatchObject({
      path,
      data: { limit: '200', symbol: 'cross', cursor: '5', ...more },
    })
    expect(Object.keys(question(null).data)).not.toContain('cursor')
  })
})

describe('an order that the page holds anyway', () => {
  const at = OPEN_ORDER.createdAt
  it.each([
    ['no filter', {}, true],
    ['its symbol', { symbol: 'BTCUSDT' }, true],
    ['another symbol', { symbol: 'ETHUSDT' }, false],
    ['its side', { side: 'buy' }, true],
    ['the other side', { side: 'sell' }, false],
    ['its first moment', { from: String(at) }, true],
    ['a later one', { from: String(at + 1) }, false],
    ['its last moment', { to: String(at) }, true],
    ['an earlier one', { to: String(at - 1) }, false],
    ['all that it is', { symbol: 'BTCUSDT', side: 'buy', from: '0', to: String(at) }, true],
    ['one field that it is not', { symbol: 'BTCUSDT', side: 'sell' }, false],
  ] as const)('is judged by %s', (_what, filter, passes) => {
    expect(passesFilter(OPEN_ORDER, filter)).toBe(passes)
  })
})

describe('the name of a record in its list', () => {
  const PAID = { symbol: 'BTCUSDT', at: 8, rate: '0.0001', markPrice: '60000.0' }
  it.each([
    ['a closed position', CLOSED_POSITION, '9'],
    ['an order', OPEN_ORDER, '101'],
    // A fill has the id of its order too.
    ['a fill', FUTURES_FILL, '501'],
    ['a bill', FUNDING_BILL, '7001'],
    ['a liquidation', LIQUIDATION, '31'],
    ['a payment of funding', PAID, 'BTCUSDT 8'],
  ] as const)('is its own number: %s', (_what, record, key) => {
    expect(recordKey(record as Parameters<typeof recordKey>[0])).toBe(key)
  })

  it('is that of the loan, or of the step of a liquidation', () => {
    const keys = [{ loanId: '4' }, { stepId: '5', orderId: '6' }]
    expect(keys.map((record) => marginRecordKey(record as never))).toEqual(['4', '5'])
  })
})

describe('the lines of a file', () => {
  const columns = (kind: RecordKind, record: object) => {
    const [head = [], line = []] = futuresLines(kind, [record as never])
    return Object.fromEntries(head.map((name, place) => [name, line[place]]))
  }

  it('have times in UTC and amounts as they are', () => {
    expect(columns('positions', CLOSED_POSITION)).toMatchObject({
      openedAt: '2026-10-30T08:00:00.000Z',
      closedAt: '2026-10-31T08:00:00.000Z',
      achievedProfits: '231.85000000',
      fundingPaid: '-0.75000000',
    })
  })

  it('leave out what a record has not', () => {
    const { tradeSide, positionSide, avgPrice, season } = columns('orders', {
      ...OPEN_ORDER,
      avgPrice: null,
    })
    expect([tradeSide, positionSide, avgPrice, season]).toEqual(['', '', '', ''])
  })

  it('say false where it is meant', () => {
    expect(columns('orders', OPEN_ORDER)['reduceOnly']).toBe('false')
  })

  it('have a header alone where there is nothing', () => {
    expect(futuresLines('funding', [])).toEqual([['at', 'symbol', 'rate', 'markPrice']])
  })

  it('have as many cells as there are names', () => {
    for (const [kind, record] of [
      ['fills', FUTURES_FILL],
      ['bills', FUNDING_BILL],
      ['liquidations', LIQUIDATION],
    ] as const) {
      const [head = [], line = []] = futuresLines(kind, [record as never])
      expect(line).toHaveLength(head.length)
    }
  })
})
