import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../platform/http/route.ts'
import { readAttackTexts } from '../../testing/readAttackTexts.ts'
import { readFollowTerms, readId, readLeadTerms, readMoney } from './copyInput.ts'

const LEAD = {
  nickname: 'Ann',
  pairs: ['BTCUSDT', 'BTCUSDT', 'ETHUSDT'],
  share: '12.5',
  minimum: '10.5',
  maxFollowers: 12,
}

/** The field that a refusal names. */
function fieldOf(read: () => unknown): unknown {
  try {
    read()
  } catch (error) {
    if (error instanceof GatewayError) return (error.data as { field?: unknown } | null)?.field
    throw error
  }
  return 'taken'
}

describe('the terms of a lead (products 1)', () => {
  it('reads atoms, basis points and each pair once (products 1)', () => {
    expect(readLeadTerms(LEAD)).toEqual({
      nickname: 'Ann',
      pairs: ['BTCUSDT', 'ETHUSDT'],
      shareBp: 1_250,
      minimum: '1050000000',
      maxFollowers: 12,
    })
  })

  it.each(['Ann', 'Ann B', 'Ünal.7', '山田太郎', 'a_b-c', 'เทรดเดอร์'])(
    'takes the name %s (products 1)',
    (nickname) => expect(readLeadTerms({ ...LEAD, nickname }).nickname).toBe(nickname),
  )

  it.each([
    'A',
    ' A ',
    '<b>Ann</b>',
    'Ann\u202eB',
    'Ann\nB',
    'Ann&amp;',
    '.Ann',
    'Ann-',
    'A'.repeat(21),
    '"Ann"',
  ])('refuses the name %j (products 8)', (nickname) =>
    expect(fieldOf(() => readLeadTerms({ ...LEAD, nickname }))).toBe('nickname'),
  )

  it('takes no markup as a name (products 8)', () => {
    for (const nickname of readAttackTexts())
      if (/[<>&"'`(){}:;/=]/.test(nickname))
        expect(fieldOf(() => readLeadTerms({ ...LEAD, nickname }))).toBe('nickname')
  })

  it.each([
    ['share', '30.01'],
    ['share', '-1'],
    ['share', '1e1'],
    ['share', ''],
    ['share', '1.234'],
    ['minimum', '0'],
    ['minimum', '-5'],
    ['minimum', '0.000000001'],
    ['minimum', `1${'0'.repeat(38)}`],
    ['minimum', '１'],
  ])('refuses %s of %j (products 8)', (field, value) =>
    expect(fieldOf(() => readLeadTerms({ ...LEAD, [field]: value }))).toBe(field),
  )

  it('refuses a pair that is not listed (products 8)', () => {
    expect(fieldOf(() => readLeadTerms({ ...LEAD, pairs: ['BTCUSDT', 'XUSDT'] }))).toBe('pairs')
  })
})

describe('the terms of a follow (products 1)', () => {
  it('leaves out what is not given (products 1)', () => {
    expect(readFollowTerms({ mode: 'ratio' })).toEqual({
      mode: 'ratio',
      amount: '0',
      slippageBp: null,
      stopLossPct: 0,
      dailyCap: '0',
    })
  })

  it('reads all that is given (products 1)', () => {
    const terms = { mode: 'amount', amount: '25', slippage: '0.35', stopLoss: '20' } as const
    expect(readFollowTerms({ ...terms, dailyCap: '100.5' })).toEqual({
      mode: 'amount',
      amount: '2500000000',
      slippageBp: 35,
      stopLossPct: 20,
      dailyCap: '10050000000',
    })
  })

  it('ignores an amount in the mode of ratios (products 1)', () => {
    expect(readFollowTerms({ mode: 'ratio', amount: '25' }).amount).toBe('0')
  })

  it.each([
    ['amount', { mode: 'amount' }],
    ['amount', { mode: 'amount', amount: '0' }],
    ['amount', { mode: 'amount', amount: '-1' }],
    ['slippage', { mode: 'ratio', slippage: '0' }],
    ['slippage', { mode: 'ratio', slippage: '5.01' }],
    ['slippage', { mode: 'ratio', slippage: '0.001' }],
    ['stopLoss', { mode: 'ratio', stopLoss: '0' }],
    ['stopLoss', { mode: 'ratio', stopLoss: '96' }],
    ['stopLoss', { mode: 'ratio', stopLoss: '1.5' }],
    ['dailyCap', { mode: 'ratio', dailyCap: '0' }],
    ['dailyCap', { mode: 'ratio', dailyCap: '1e5' }],
  ] as const)('refuses a wrong %s: %j (products 8)', (field, terms) =>
    expect(fieldOf(() => readFollowTerms(terms))).toBe(field),
  )
})

describe('amounts and numbers (products 8)', () => {
  it.each([
    ['1', 100_000_000n],
    ['0.00000001', 1n],
    ['123456789.12345678', 12_345_678_912_345_678n],
  ])('reads %s USDT as atoms (products 1)', (amount, atoms) =>
    expect(readMoney({ amount }, 'amount')).toBe(atoms),
  )

  it.each([null, '', ' ', 'abc', '1,5', '0x10', 'NaN', 'Infinity', '--1'])(
    'refuses the amount %j (products 8)',
    (amount) => expect(fieldOf(() => readMoney({ amount }, 'amount'))).toBe('amount'),
  )

  it.each(['', 'x', '-1', '1.5', '1e3', ' 1', '9'.repeat(16)])(
    'knows no follow by the number %j (products 8)',
    (text) => expect(() => readId(text, 'follow')).toThrow('There is no such follow'),
  )

  it('reads the number of a lead (products 1)', () => {
    expect(readId('42', 'lead trader')).toBe(42)
  })
})
