import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAccounts } from './accounts.ts'
import { HOUSE_ACCOUNT, ISSUANCE, spotOwner } from './owner.ts'
import { feeOn, futuresFeeRates, spotFeeRates } from './fee.ts'
import { post } from './posting.ts'

describe('fees by tier (trading 7)', () => {
  it.each([
    [0, 1000, 1000],
    [1, 800, 900],
    [2, 700, 800],
    [3, 600, 700],
    [4, 400, 600],
    [5, 200, 500],
    [9, 200, 500],
    [-1, 1000, 1000],
    [Number.NaN, 1000, 1000],
  ])('VIP%s pays %s and %s parts per million', (level, makerPpm, takerPpm) =>
    expect(spotFeeRates(level)).toEqual({ makerPpm, takerPpm }),
  )

  it.each([
    [0, 200, 600],
    [Number.NaN, 200, 600],
    [-5, 200, 600],
  ])('are of contracts at VIP%s %s and %s parts per million', (level, makerPpm, takerPpm) =>
    expect(futuresFeeRates(level)).toEqual({ makerPpm, takerPpm }),
  )

  it('are of contracts never above those of the level before', () => {
    for (let level = 1; level <= 9; level++) {
      const [before, now] = [futuresFeeRates(level - 1), futuresFeeRates(level)]
      expect(now.makerPpm <= before.makerPpm && now.takerPpm <= before.takerPpm).toBe(true)
    }
  })

  it('rounds up, and never above what was received (trading 1)', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (amount, ppm) => {
          const fee = feeOn(amount, ppm)
          expect(fee * 1_000_000n >= amount * BigInt(ppm)).toBe(true)
          expect((fee - 1n) * 1_000_000n < amount * BigInt(ppm)).toBe(true)
          expect(fee <= amount).toBe(true)
        },
      ),
    )
  })
})

describe('posting', () => {
  const open = () => {
    const accounts = createAccounts()
    const user = accounts.of('live', spotOwner('ann'), 'USDT')
    const houseAccount = accounts.of('live', HOUSE_ACCOUNT, 'USDT')
    return { accounts, user, houseAccount }
  }

  it('moves an amount and answers the entry to write', () => {
    const { user, houseAccount } = open()
    expect(post('grant', { from: houseAccount, to: user, amount: 5n })).toEqual([
      { kind: 'grant', debit: houseAccount, credit: user, amount: 5n },
    ])
    expect([houseAccount.balance, user.balance]).toEqual([-5n, 5n])
  })

  it('writes nothing for nothing, or from an owner to itself', () => {
    const { user, houseAccount } = open()
    expect(post('fee', { from: houseAccount, to: user, amount: 0n })).toEqual([])
    expect(post('fee', { from: houseAccount, to: houseAccount, amount: 3n })).toEqual([])
  })

  it('refuses to overdraw a user, touch holds or cross realms', () => {
    const { accounts, user, houseAccount } = open()
    post('grant', { from: houseAccount, to: user, amount: 10n })
    user.held = 6n
    const to = houseAccount
    expect(() => post('fee', { from: user, to, amount: 5n })).toThrow('overdraw')
    expect(() => post('fee', { from: user, to, amount: -1n })).toThrow('positive')
    expect(() =>
      post('fee', { from: user, to: accounts.of('paper', HOUSE_ACCOUNT, 'USDT'), amount: 1n }),
    ).toThrow('one realm')
    expect(() =>
      post('fee', { from: user, to: accounts.of('live', HOUSE_ACCOUNT, 'BTC'), amount: 1n }),
    ).toThrow('one asset')
    expect(user).toMatchObject({ balance: 10n, held: 6n })
  })
})

describe('accounts in memory', () => {
  it('give what can be spent without opening an account', () => {
    const accounts = createAccounts()
    expect(accounts.spendable('live', spotOwner('ann'), 'USDT')).toBe(0n)
    expect([...accounts.all()]).toEqual([])
  })

  it('keep the realms of one user apart', () => {
    const accounts = createAccounts()
    accounts.of('paper', spotOwner('ann'), 'USDT').balance = 5n
    expect(accounts.spendable('live', spotOwner('ann'), 'USDT')).toBe(0n)
    expect(accounts.ownedBy('paper', spotOwner('ann'))).toHaveLength(1)
  })

  it('keep the account types of one user apart', () => {
    const accounts = createAccounts()
    const spot = accounts.of('live', spotOwner('ann'), 'USDT')
    const futures = accounts.of('live', 'user:ann/futures', 'USDT')
    spot.balance = 5n
    expect(post('transfer', { from: spot, to: futures, amount: 2n })).toHaveLength(1)
    expect(accounts.spendable('live', spotOwner('ann'), 'USDT')).toBe(3n)
    expect(accounts.ownedBy('live', 'user:ann/futures')).toEqual([futures])
    expect(() => post('transfer', { from: futures, to: spot, amount: 3n })).toThrow('overdraw')
  })

  it('come back from a dump as they were', () => {
    const accounts = createAccounts()
    Object.assign(accounts.of('live', ISSUANCE, 'SHIB'), { balance: -(10n ** 30n) })
    Object.assign(accounts.of('live', spotOwner('ann'), 'SHIB'), { balance: 10n ** 30n, held: 7n })
    accounts.of('live', 'user:ann/futures/BTCUSDT/long', 'USDT').balance = 3n
    const loaded = createAccounts()
    loaded.load([...accounts.dump()])
    expect([...loaded.dump()]).toEqual([...accounts.dump()])
  })
})
