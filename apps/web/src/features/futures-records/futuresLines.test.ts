import { describe, expect, it } from 'vitest'
import {
  CLOSED_POSITION,
  EXIT_ORDER,
  FUNDING_BILL,
  FUTURES_FILL,
  LIQUIDATION,
} from '../../testing/futuresFixtures.ts'
import { futuresLines } from './futuresLines.ts'

describe('records of futures as lines of a file', () => {
  it('have exact values of a closed position', () => {
    expect(futuresLines('positions', [CLOSED_POSITION])).toEqual([
      [
        'openedAt',
        'closedAt',
        'orderNo',
        'symbol',
        'marginCoin',
        'positionSide',
        'marginMode',
        'size',
        'openAvgPrice',
        'closeAvgPrice',
        'achievedProfits',
        'fees',
        'fundingPaid',
        'endedBy',
        'season',
      ],
      [
        '2026-10-30T08:00:00.000Z',
        '2026-10-31T08:00:00.000Z',
        '9',
        'BTCUSDT',
        'USDT',
        '2',
        '2',
        '0.250',
        '61000.0',
        '60000.0',
        '231.85000000',
        '18.15000000',
        '-0.75000000',
        'close',
        '',
      ],
    ])
  })

  it('have every field of a fill', () => {
    const [, line] = futuresLines('fills', [FUTURES_FILL])
    expect(line).toEqual([
      '2026-11-01T11:00:00.000Z',
      '501',
      '901',
      '101',
      'BTCUSDT',
      'USDT',
      'sell',
      '',
      'market',
      'taker',
      '60500.0',
      '0.100',
      '6050.00000000',
      '3.63000000',
      '50.00000000',
      'c101',
      '',
    ])
  })

  it('leave empty what an order has not', () => {
    const [header = [], line = []] = futuresLines('orders', [EXIT_ORDER])
    const of = (field: string) => line[header.indexOf(field)]
    expect([of('price'), of('avgPrice'), of('reduceOnly'), of('orderId')]).toEqual([
      '',
      '',
      'true',
      '102',
    ])
  })

  it('have the kind and the sign of a bill', () => {
    const [, line] = futuresLines('bills', [FUNDING_BILL])
    expect(line).toEqual([
      '2026-11-01T08:00:00.000Z',
      '7001',
      'USDT',
      'funding',
      '-3.02500000',
      'BTCUSDT',
      '44',
    ])
  })

  it('have no contract for the liquidation of a cross account', () => {
    const [, line] = futuresLines('liquidations', [LIQUIDATION])
    expect(line?.slice(2)).toEqual(['31', 'liquidation', '2', 'USDT', '', '15.57928332'])
  })

  it('have the time of a funding rate', () => {
    const rate = { symbol: 'BTCUSDT', rate: '0.0001', markPrice: '60000.0', at: 28_800_000 }
    expect(futuresLines('funding', [rate])[1]).toEqual([
      '1970-01-01T08:00:00.000Z',
      'BTCUSDT',
      '0.0001',
      '60000.0',
    ])
  })

  it('are a header alone where there is none', () => {
    expect(futuresLines('funding', [])).toEqual([['at', 'symbol', 'rate', 'markPrice']])
  })
})
