import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  claimKey,
  createDepositsState,
  depositKey,
  dumpDeposits,
  restoreDeposits,
  type BookedState,
  type Deposit,
  type DepositRow,
  type DepositsState,
} from './deposits.ts'

const deposit = (changes: Partial<Deposit> = {}): Deposit => ({
  network: 'evm-a',
  txHash: '0xa',
  ordinal: 0,
  userId: 'ann',
  asset: 'ETH',
  amount: 10n,
  height: 100,
  state: 'credited',
  createdAt: 1,
  updatedAt: 1,
  ...changes,
})

describe('the name of a deposit (W2)', () => {
  it('is network, transaction and place', () => {
    expect(depositKey(deposit({ ordinal: 3 }))).toBe('evm-a:0xa:3')
  })

  it('differs from every other place, transaction and network', () => {
    const names = [
      deposit(),
      deposit({ ordinal: 1 }),
      deposit({ txHash: '0xb' }),
      deposit({ network: 'utxo-a' }),
    ].map(depositKey)
    expect(new Set(names).size).toBe(4)
  })
})

describe('what a deposit keeps from leaving (W5)', () => {
  it.each([
    ['credited', 10n, false],
    ['contested', 10n, true],
    ['unlocked', 0n, false],
    ['reversed', 0n, false],
  ] as const)('is in the state %s %s, and stops the user: %s', (state, locked, isStopped) => {
    const deposits = createDepositsState()
    deposits.put(deposit({ state }))
    expect(deposits.lockedOf('ann', 'ETH')).toBe(locked)
    expect([...deposits.locksOf('ann')]).toEqual(locked === 0n ? [] : [['ETH', locked]])
    expect(deposits.isStopped('ann')).toBe(isStopped)
  })

  it('adds up for one asset, and stands apart by asset and user', () => {
    const deposits = createDepositsState()
    deposits.put(deposit())
    deposits.put(deposit({ ordinal: 1, amount: 5n }))
    deposits.put(deposit({ ordinal: 2, asset: 'USDT', amount: 7n }))
    deposits.put(deposit({ ordinal: 3, userId: 'ben', amount: 90n }))
    expect([...deposits.locksOf('ann')]).toEqual([
      ['ETH', 15n],
      ['USDT', 7n],
    ])
    expect([deposits.lockedOf('ben', 'ETH'), deposits.lockedOf('ben', 'USDT')]).toEqual([90n, 0n])
  })

  it('is nothing of what the exchange paid in for itself', () => {
    const deposits = createDepositsState()
    const { userId: _, ...ofTreasury } = deposit({ state: 'contested' })
    deposits.put(ofTreasury)
    expect(deposits.lockedOf('ann', 'ETH')).toBe(0n)
    expect(deposits.isStopped('ann')).toBe(false)
    expect(deposits.booked.size).toBe(1)
  })

  it('ends when the deposit is dropped, which a second time does nothing', () => {
    const deposits = createDepositsState()
    const [first, second] = [deposit(), deposit({ ordinal: 1, amount: 5n })]
    for (const each of [first, second]) deposits.put(each)
    deposits.drop(first)
    deposits.drop(first)
    expect(deposits.lockedOf('ann', 'ETH')).toBe(5n)
  })

  it('stops a user until the last contested deposit is settled', () => {
    const deposits = createDepositsState()
    const [first, second] = [
      deposit({ state: 'contested' }),
      deposit({ ordinal: 1, state: 'contested' }),
    ]
    for (const each of [first, second]) deposits.put(each)
    deposits.update(first, { state: 'credited' })
    expect(deposits.isStopped('ann')).toBe(true)
    deposits.update(second, { state: 'reversed' })
    expect(deposits.isStopped('ann')).toBe(false)
    expect(deposits.lockedOf('ann', 'ETH')).toBe(10n)
  })

  it('stops who owes for a deposit of whatever asset, and nobody else', () => {
    const deposits = createDepositsState()
    const claim = { userId: 'ann', asset: 'ETH', amount: 3n, ofHouse: 1n }
    deposits.claims.set(claimKey('ann', 'ETH'), claim)
    expect(['ann', 'an', 'ben'].map((each) => deposits.isStopped(each))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('changes nothing by a new height', () => {
    const deposits = createDepositsState()
    const one = deposit({ state: 'contested' })
    deposits.put(one)
    deposits.update(one, { height: 130, updatedAt: 9 })
    expect(one).toMatchObject({ height: 130, updatedAt: 9, state: 'contested' })
    expect([deposits.lockedOf('ann', 'ETH'), deposits.isStopped('ann')]).toEqual([10n, true])
  })
})

const USERS = ['ann', 'ben'] as const
const ASSETS = ['ETH', 'USDT'] as const
const STATES: readonly BookedState[] = ['credited', 'contested', 'unlocked', 'reversed']
interface Step {
  readonly ordinal: number
  readonly state: BookedState
  readonly amount: bigint
  readonly drops: boolean
}
const step: fc.Arbitrary<Step> = fc.record({
  ordinal: fc.nat({ max: 7 }),
  state: fc.constantFrom(...STATES),
  amount: fc.bigInt({ min: 1n, max: 99n }),
  drops: fc.integer({ min: 0, max: 4 }).map((draw) => draw === 0),
})
const steps = fc.array(step, { maxLength: 50, size: 'max' })

/** Puts, changes and drops deposits as drawn. */
function applied(drawn: readonly Step[]): DepositsState {
  const deposits = createDepositsState()
  for (const { ordinal, state, amount, drops } of drawn) {
    const known = deposits.booked.get(`evm-a:0xa:${ordinal}`)
    if (known && drops) deposits.drop(known)
    else if (known) deposits.update(known, { state })
    else
      deposits.put(
        deposit({
          ordinal,
          state,
          amount,
          userId: USERS[ordinal % 2] ?? '',
          asset: ASSETS[(ordinal >> 1) % 2] ?? '',
        }),
      )
  }
  return deposits
}

describe('locks and stops', () => {
  it('follow from the booked deposits alone (W5)', () => {
    fc.assert(
      fc.property(steps, (drawn) => {
        const deposits = applied(drawn)
        const booked = [...deposits.booked.values()]
        for (const userId of USERS) {
          const own = booked.filter((each) => each.userId === userId)
          for (const asset of ASSETS) {
            const locked = own
              .filter((each) => each.asset === asset && /credited|contested/.test(each.state))
              .reduce((sum, { amount }) => sum + amount, 0n)
            expect(deposits.lockedOf(userId, asset)).toBe(locked)
            expect(deposits.locksOf(userId).get(asset) ?? 0n).toBe(locked)
            expect(deposits.locksOf(userId).has(asset)).toBe(locked > 0n)
          }
          expect(deposits.isStopped(userId)).toBe(own.some(({ state }) => state === 'contested'))
        }
      }),
      { numRuns: 80 },
    )
  })

  it('come back from a dump in plain JSON (CR0)', () => {
    fc.assert(
      fc.property(steps, (drawn) => {
        const deposits = applied(drawn)
        deposits.claims.set('ann ETH', {
          userId: 'ann',
          asset: 'ETH',
          amount: 10n ** 30n,
          ofHouse: 10n ** 29n,
        })
        deposits.moves.set('evm-a:gas', { network: 'evm-a', height: 7 })
        deposits.staleBelow.set('evm-a', 6)
        const rows = JSON.parse(JSON.stringify([...dumpDeposits(deposits)])) as DepositRow[]
        const copy = createDepositsState()
        restoreDeposits(copy, rows)
        for (const part of ['booked', 'claims', 'moves', 'staleBelow'] as const)
          expect([...copy[part]]).toEqual([...deposits[part]])
        for (const userId of USERS) {
          expect(copy.locksOf(userId)).toEqual(deposits.locksOf(userId))
          expect(copy.isStopped(userId)).toBe(deposits.isStopped(userId))
        }
      }),
      { numRuns: 30 },
    )
  })

  it('leave a dump of nothing empty', () => {
    expect([...dumpDeposits(createDepositsState())]).toEqual([])
  })
})
