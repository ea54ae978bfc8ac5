import type { MarginLiquidation, MarginLoan } from '@x/api'
import { expect, it } from 'vitest'
import { marginLines } from './marginLines.ts'

const LOAN: MarginLoan = {
  loanId: '7',
  symbol: null,
  asset: 'USDT',
  kind: 'repay',
  amount: '10.5',
  interest: '0.5',
  fee: '0',
  principalAfter: '90',
  interestAfter: '0',
  createdAt: Date.UTC(2026, 10, 24, 1, 2, 3),
}
const STEP: MarginLiquidation = {
  stepId: '3',
  symbol: 'BTCUSDT',
  step: 'trade',
  level: '1.04',
  orderId: null,
  prices: [],
  createdAt: Date.UTC(2026, 10, 24),
}

const STEP_HEAD = ['stepId', 'createdAt', 'symbol', 'step', 'level', 'orderId']

it('writes loans in the words of the wire, times in UTC', () => {
  const [head, line] = marginLines('loans', [LOAN])
  expect(head?.slice(0, 4)).toEqual(['loanId', 'createdAt', 'symbol', 'asset'])
  expect(line).toEqual([
    '7',
    '2026-11-24T01:02:03.000Z',
    'cross',
    'USDT',
    'repay',
    '10.5',
    '0.5',
    '0',
    '90',
    '0',
  ])
})

it('writes steps of a liquidation with their own head', () => {
  expect(marginLines('liquidations', [STEP])).toEqual([
    STEP_HEAD,
    ['3', '2026-11-24T00:00:00.000Z', 'BTCUSDT', 'trade', '1.04', ''],
  ])
})

it.each(['loans', 'liquidations'] as const)('writes the head alone where no %s are', (kind) => {
  expect(marginLines(kind, [])).toEqual([kind === 'loans' ? expect.anything() : STEP_HEAD])
})
