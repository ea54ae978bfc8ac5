import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatOwner, mayGoNegative, parseOwner, spotOwner, userIdOf, type Owner } from './owner.ts'

const OWNERS: readonly (readonly [text: string, owner: Owner])[] = [
  ['user:7', { kind: 'user', userId: '7', type: 'spot' }],
  ['user:7/futures', { kind: 'user', userId: '7', type: 'futures' }],
  [
    'user:7/futures/BTCUSDT/long',
    { kind: 'user', userId: '7', type: 'futures', symbol: 'BTCUSDT', side: 'long' },
  ],
  [
    'user:7/futures/usdt/BTCUSDT/net',
    { kind: 'user', userId: '7', type: 'futures', symbol: 'usdt/BTCUSDT', side: 'net' },
  ],
  ['user:7/margin', { kind: 'user', userId: '7', type: 'margin' }],
  ['user:7/margin/ETHUSDT', { kind: 'user', userId: '7', type: 'margin', symbol: 'ETHUSDT' }],
  ['debt:7/margin', { kind: 'debt', userId: '7' }],
  ['debt:7/margin/ETHUSDT', { kind: 'debt', userId: '7', symbol: 'ETHUSDT' }],
  ['clearing:usdt/BTCUSDT', { kind: 'clearing', symbol: 'usdt/BTCUSDT' }],
  ['fund:futures', { kind: 'fund', product: 'futures' }],
  ['chain:evm-a', { kind: 'chain', network: 'evm-a' }],
  ['pending:withdraw', { kind: 'pending', of: 'withdraw' }],
  ...(['house', 'fees', 'issuance', 'pool', 'lent', 'treasury', 'protection'] as const).map(
    (kind) => [kind, { kind }] as const,
  ),
]

describe('owners of accounts', () => {
  it.each(OWNERS)('writes and reads %s', (text, owner) => {
    expect(formatOwner(owner)).toBe(text)
    expect(parseOwner(text)).toEqual(owner)
  })

  it.each([
    '',
    'user',
    'user:',
    'user:/futures',
    'user:7/',
    'user:7/spot',
    'user:7/savings',
    'user:7/futures/BTCUSDT',
    'user:7/futures/long',
    'user:7/futures//long',
    'user:7/futures/BTCUSDT/both',
    'user:7/margin/',
    'debt:7',
    'debt:7/futures',
    'house:7',
    'pool:',
    'clearing:',
    'fund',
    'chain',
    'pending:deposit',
    'bank',
    'bank:7',
  ])('refuses to read %j', (text) => expect(() => parseOwner(text)).toThrow(RangeError))

  it.each<Owner>([
    { kind: 'user', userId: '', type: 'spot' },
    { kind: 'user', userId: '7/futures', type: 'spot' },
    { kind: 'user', userId: '7/margin', type: 'margin', symbol: 'BTCUSDT' },
    { kind: 'user', userId: '7', type: 'margin', symbol: '' },
    { kind: 'debt', userId: '7/margin' },
    { kind: 'fund', product: '' },
  ])('refuses to write %j', (owner) => expect(() => formatOwner(owner)).toThrow(RangeError))

  it('reads back every owner that it writes, and nothing else', () => {
    const name = fc.stringMatching(/^[\w:/-]{0,12}$/)
    fc.assert(
      fc.property(fc.constantFrom('user', 'debt', 'clearing', 'fund', ''), name, (kind, rest) => {
        const text = `${kind}:${rest}`
        const owner = readable(text)
        if (owner) expect(formatOwner(owner)).toBe(text)
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[\w-]{1,12}$/), name, (userId, symbol) => {
        const owners: readonly Owner[] = [
          { kind: 'user', userId, type: 'futures', symbol, side: 'short' },
          { kind: 'user', userId, type: 'margin', symbol },
          { kind: 'user', userId, type: 'spot' },
        ]
        for (const owner of owners) {
          const text = writable(owner)
          if (text !== undefined) expect(parseOwner(text)).toEqual(owner)
        }
      }),
    )
  })

  it('gives the user of every account type, and none for the others', () => {
    expect(OWNERS.map(([text]) => userIdOf(text))).toEqual(
      OWNERS.map(([, owner]) => (owner.kind === 'user' ? '7' : undefined)),
    )
    expect(parseOwner(spotOwner('7'))).toEqual({ kind: 'user', userId: '7', type: 'spot' })
  })

  it('lets only house, fees, issuance, clearing, debts and chains below zero', () => {
    expect(OWNERS.filter(([text]) => mayGoNegative(text)).map(([text]) => text)).toEqual([
      'debt:7/margin',
      'debt:7/margin/ETHUSDT',
      'clearing:usdt/BTCUSDT',
      'chain:evm-a',
      'house',
      'fees',
      'issuance',
    ])
  })
})

function readable(text: string): Owner | undefined {
  try {
    return parseOwner(text)
  } catch {
    return undefined
  }
}

function writable(owner: Owner): string | undefined {
  try {
    return formatOwner(owner)
  } catch {
    return undefined
  }
}
