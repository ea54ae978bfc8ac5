import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAccounts, type Account } from './accounts.ts'
import { ENTRY_KINDS, pay, post, postOne } from './posting.ts'

function open(owners: readonly string[] = ['user:1', 'user:2', 'house']) {
  const accounts = createAccounts()
  return owners.map((owner) => accounts.of('live', owner, 'USDT'))
}

describe('one entry', () => {
  it('is the same as a list of it', () => {
    const [a, b] = [open(), open()]
    const posting = (of: readonly Account[]) => {
      const [, to, house] = of
      if (!house || !to) throw new RangeError('There is no account.')
      return { from: house, to, amount: 5n }
    }
    expect([postOne('grant', posting(a))]).toEqual(post('grant', posting(b)))
    expect(a.map(({ balance }) => balance)).toEqual(b.map(({ balance }) => balance))
  })

  it('is none where nothing moves', () => {
    const [first, second] = open()
    if (!first || !second) throw new RangeError('There is no account.')
    expect(postOne('fee', { from: first, to: second, amount: 0n })).toBeUndefined()
    expect(postOne('fee', { from: first, to: first, amount: 5n })).toBeUndefined()
    expect(first.balance).toBe(0n)
  })

  it.each(['user:1', 'user:1/futures', 'pool', 'treasury', 'fund:futures', 'lead:3', 'earn:x'])(
    'is refused where %s has less',
    (owner) => {
      const [from, to] = open([owner, 'house'])
      if (!from || !to) throw new RangeError('There is no account.')
      from.balance = 4n
      expect(() => postOne('move', { from, to, amount: 5n })).toThrow('overdraw')
      expect([from.balance, to.balance]).toEqual([4n, 0n])
    },
  )

  it.each(['house', 'fees', 'issuance', 'clearing:BTCUSDT', 'chain:evm-a', 'debt:1/margin'])(
    'takes %s below zero',
    (owner) => {
      const [from, to] = open([owner, 'user:2'])
      if (!from || !to) throw new RangeError('There is no account.')
      postOne('move', { from, to, amount: 5n })
      expect([from.balance, to.balance]).toEqual([-5n, 5n])
    },
  )
})

describe('a payment', () => {
  it('shows both accounts to their users, and neither where nothing is paid', () => {
    const [from, to] = open(['house', 'user:1'])
    if (!from || !to) throw new RangeError('There is no account.')
    const touched: Account[] = []
    const log = { touchAccount: (account: Account) => void touched.push(account) }
    expect(pay(log, 'move', { from, to, amount: 0n })).toEqual([])
    expect(touched).toEqual([])
    expect(pay(log, 'move', { from, to, amount: 3n })).toHaveLength(1)
    expect(touched).toEqual([from, to])
  })
})

describe('any entries', () => {
  it('leave the sum of all balances as it was, and nobody short', () => {
    const owners = ['user:1', 'user:2', 'house', 'pool']
    const step = fc.record({
      from: fc.nat({ max: 3 }),
      to: fc.nat({ max: 3 }),
      amount: fc.bigInt({ min: 0n, max: 50n }),
      held: fc.bigInt({ min: 0n, max: 20n }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const accounts = open(owners)
        for (const { from, to, amount, held } of steps) {
          const [source, target] = [accounts[from], accounts[to]]
          if (!source || !target) continue
          source.held = held < source.balance ? held : 0n
          const before = accounts.map(({ balance }) => balance)
          try {
            post('move', { from: source, to: target, amount })
          } catch {
            expect(accounts.map(({ balance }) => balance)).toEqual(before)
            expect(source.balance - source.held).toBeLessThan(amount)
          }
          expect(accounts.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n)
          for (const { owner, balance, held: kept } of accounts)
            if (owner !== 'house') expect(balance).toBeGreaterThanOrEqual(kept)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('kinds of entries', () => {
  it.each([
    ['grant', true],
    ['transfer', true],
    ['send', true],
    ['deposit', true],
    ['borrow', true],
    // What trading and its costs bring is profit or loss.
    ['fee', false],
    ['funding', false],
    ['interest', false],
    ['liquidation', false],
    ['profitShare', false],
    ['convert', false],
  ] as const)('say of %s that it comes from outside of trading: %s', (kind, isDeposit) => {
    expect(ENTRY_KINDS[kind].isDeposit).toBe(isDeposit)
  })
})
