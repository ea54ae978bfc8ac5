import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAccounts, type Realm } from './accounts.ts'

const REALMS: readonly Realm[] = ['live', 'paper']

describe('the accounts in memory', () => {
  it('are opened once for each realm, owner and asset', () => {
    const accounts = createAccounts()
    const first = accounts.of('live', 'user:1', 'USDT')
    first.balance = 5n
    first.held = 2n
    expect(accounts.of('live', 'user:1', 'USDT')).toBe(first)
    for (const [realm, owner, asset] of [
      ['paper', 'user:1', 'USDT'],
      ['live', 'user:2', 'USDT'],
      ['live', 'user:1', 'BTC'],
    ] as const)
      expect(accounts.of(realm, owner, asset).balance).toBe(0n)
    expect(accounts.spendable('live', 'user:1', 'USDT')).toBe(3n)
  })

  it('are not opened by asking what they hold', () => {
    const accounts = createAccounts()
    accounts.of('live', 'user:1', 'USDT')
    expect(accounts.spendable('live', 'user:1', 'BTC')).toBe(0n)
    expect(accounts.spendable('live', 'user:2', 'USDT')).toBe(0n)
    expect(accounts.ownedBy('paper', 'user:1')).toEqual([])
    expect([...accounts.all()]).toHaveLength(1)
  })

  it('keep the order in which they were opened, also after a dump (CR0)', () => {
    const mention = fc.tuple(
      fc.constantFrom(...REALMS),
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('USDT', 'BTC', 'ETH', 'SOL'),
    )
    fc.assert(
      fc.property(fc.array(mention), (mentions) => {
        const accounts = createAccounts()
        for (const [at, [realm, owner, asset]] of mentions.entries())
          accounts.of(realm, owner, asset).balance = BigInt(at)
        const loaded = createAccounts()
        loaded.load([...accounts.dump()])
        expect([...loaded.all()]).toEqual([...accounts.all()])
        for (const realm of REALMS)
          for (const owner of ['a', 'b', 'c']) {
            const opened = mentions.filter(([r, o]) => r === realm && o === owner)
            const assets = [...new Set(opened.map(([, , asset]) => asset))]
            expect(accounts.ownedBy(realm, owner).map(({ asset }) => asset)).toEqual(assets)
            expect(loaded.ownedBy(realm, owner)).toEqual(accounts.ownedBy(realm, owner))
          }
      }),
    )
  })

  it('are the same by their user and by their owner', () => {
    const call = fc.record({
      realm: fc.constantFrom(...REALMS),
      userId: fc.constantFrom('1', '2', '3', '12'),
      asset: fc.constantFrom('USDT', 'BTC'),
      isByUser: fc.boolean(),
      amount: fc.bigInt({ min: 0n, max: 9n }),
    })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60, size: 'max' }), (calls) => {
        const accounts = createAccounts()
        const sums = new Map<string, bigint>()
        for (const { realm, userId, asset, isByUser, amount } of calls) {
          const owner = `user:${userId}`
          const key = `${realm} ${userId} ${asset}`
          expect(accounts.spendableOfUser(realm, userId, asset)).toBe(sums.get(key) ?? 0n)
          const account = isByUser
            ? accounts.ofUser(realm, userId, asset)
            : accounts.of(realm, owner, asset)
          expect(account).toMatchObject({ realm, owner, asset })
          account.balance += amount
          sums.set(key, (sums.get(key) ?? 0n) + amount)
          expect(accounts.of(realm, owner, asset)).toBe(account)
          expect(accounts.ofUser(realm, userId, asset)).toBe(account)
          expect(accounts.spendable(realm, owner, asset)).toBe(sums.get(key))
        }
        expect([...accounts.all()]).toHaveLength(sums.size)
      }),
      { numRuns: 60 },
    )
  })

  it('are asked for by user without being opened', () => {
    const accounts = createAccounts()
    expect(accounts.spendableOfUser('live', '1', 'USDT')).toBe(0n)
    expect([...accounts.all()]).toEqual([])
    Object.assign(accounts.ofUser('live', '1', 'USDT'), { balance: 9n, held: 4n })
    expect(accounts.spendableOfUser('live', '1', 'USDT')).toBe(5n)
    expect(accounts.spendableOfUser('paper', '1', 'USDT')).toBe(0n)
  })
})
