import { describe, expect, it } from 'vitest'
import { parseOwner } from '../accounts/owner.ts'
import {
  createMarginState,
  debtOwner,
  dumpMargin,
  isPriceFresh,
  loanKey,
  marginAccountAsIs,
  marginKey,
  marginOwner,
  openMarginAccount,
  restoreMargin,
  type MarginRow,
} from './marginState.ts'

describe('the owners of a margin account (futures 7)', () => {
  it.each([
    [{ userId: '7' }, 'user:7/margin', 'debt:7/margin'],
    [{ userId: '7', symbol: 'ETHUSDT' }, 'user:7/margin/ETHUSDT', 'debt:7/margin/ETHUSDT'],
  ])('are of %o %s and %s', (names, owner, debt) => {
    expect([marginOwner(names), debtOwner(names)]).toEqual([owner, debt])
    for (const text of [owner, debt]) expect(parseOwner(text)).toMatchObject(names)
  })

  it.each(['', '7/margin', '7/futures'])('are refused of the user id %j', (userId) => {
    expect(() => marginOwner({ userId })).toThrow(RangeError)
    expect(() => debtOwner({ userId })).toThrow(RangeError)
  })

  it('are a key with the realm before them', () => {
    expect(marginKey({ realm: 'paper', userId: '7' })).toBe('paper:user:7/margin')
    expect(marginKey({ realm: 'live', userId: '7', symbol: 'BTCUSDT' })).toBe(
      'live:user:7/margin/BTCUSDT',
    )
  })
})

describe('the key of a loan', () => {
  it('stands apart by realm and user, and from keys of orders', () => {
    const of = { realm: 'live', userId: '7', clientOid: 'x' } as const
    expect(loanKey(of)).toBe('margin:live:7:x')
    expect(loanKey({ ...of, realm: 'paper' })).not.toBe(loanKey(of))
  })
})

describe('index prices', () => {
  it.each([
    [0, 0, false, 'before there were any'],
    [1_000, 1_000, true, 'of this moment'],
    [1_000, 11_000, true, 'of ten seconds ago'],
    [1_000, 11_001, false, 'of more than ten seconds ago'],
    [1_000, 500, true, 'of a moment that a clock has not reached'],
  ])('are of %i at %i fresh: %s, %s', (pricesAt, at, expected) => {
    expect(isPriceFresh({ pricesAt }, at)).toBe(expected)
  })
})

describe('a margin account that was not opened', () => {
  const { accounts } = createMarginState()

  it.each([
    [{ realm: 'live', userId: '7' }, 3],
    [{ realm: 'paper', userId: '7', symbol: 'ETHUSDT' }, 10],
  ] as const)('is read as it would be opened: %o', (names, leverage) => {
    expect(marginAccountAsIs({ accounts }, names)).toEqual({
      ...names,
      leverage,
      loans: new Map(),
      isLiquidating: false,
    })
    expect(accounts.size).toBe(0)
  })

  it('is opened on first mention, and then the same', () => {
    const state = createMarginState()
    const first = openMarginAccount(state, { realm: 'live', userId: '7' })
    first.leverage = 5
    expect(openMarginAccount(state, { realm: 'live', userId: '7' })).toBe(first)
    expect(marginAccountAsIs(state, { realm: 'live', userId: '7' })).toBe(first)
    expect(openMarginAccount(state, { realm: 'live', userId: '7', symbol: 'BTCUSDT' })).not.toBe(
      first,
    )
    expect(state.accounts.size).toBe(2)
  })
})

describe('a dump of margin accounts', () => {
  it('comes back with loans, prices and rates, through JSON (CR0)', () => {
    const state = createMarginState()
    const cross = openMarginAccount(state, { realm: 'live', userId: '7' })
    cross.loans.set('USDT', { interest: 10n ** 30n, hour: 490_000 })
    cross.loans.set('BTC', { interest: 0n, hour: 1 })
    cross.isLiquidating = true
    const isolated = openMarginAccount(state, { realm: 'paper', userId: '8', symbol: 'ETHUSDT' })
    isolated.leverage = 5
    state.prices.set('BTC', 6_000_000_000_000n)
    state.pricesAt = 77
    state.rates.set('BTC', 547_950)
    const copy = createMarginState()
    restoreMargin(copy, JSON.parse(JSON.stringify([...dumpMargin(state)])) as MarginRow[])
    expect(copy).toEqual(state)
    // Interest is charged and debts are sold in this order.
    expect([...(copy.accounts.get('live:user:7/margin')?.loans.keys() ?? [])]).toEqual([
      'USDT',
      'BTC',
    ])
    expect([...copy.accounts.keys()]).toEqual([...state.accounts.keys()])
  })

  it('is empty before the first command, and without prices at first', () => {
    const state = createMarginState()
    expect([...dumpMargin(state)]).toEqual([])
    openMarginAccount(state, { realm: 'live', userId: '7' })
    expect([...dumpMargin(state)].map(([kind]) => kind)).toEqual(['account'])
  })
})
