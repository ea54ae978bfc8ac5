import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createWithdrawalsState,
  dumpWithdrawal,
  dumpWithdrawals,
  isEnded,
  releases,
  restoreWithdrawals,
  usedOn,
  WITHDRAWAL_EVENTS,
  WITHDRAWAL_STATES,
  withdrawalDay,
  withdrawalFromDump,
  type Withdrawal,
  type WithdrawalRow,
  type WithdrawalState,
} from './withdrawals.ts'

const DAY = 86_400_000
const STATES = Object.keys(WITHDRAWAL_STATES) as WithdrawalState[]

/** The table of wallet.md 4, stated once more. */
const TABLE = `
  pending rulesPass approved
  pending rulesAsk review
  pending cancel cancelled
  review twoApprovals approved
  review reject rejected
  review expire rejected
  review cancel cancelled
  approved ask approved
  approved unask approved
  approved hotEnough signed
  approved cancel cancelled
  signed accepted broadcast
  broadcast mined confirming
  broadcast unmined broadcast
  confirming final completed
  confirming orphaned broadcast
  confirming revertedFinal failed`
  .trim()
  .split('\n')
  .map((row) => row.trim())

describe('the states of a withdrawal (wallet 4)', () => {
  it('lead on as the table says, and nowhere else', () => {
    const rows = STATES.flatMap((state) =>
      WITHDRAWAL_EVENTS.flatMap((event) => {
        const next = WITHDRAWAL_STATES[state][event]
        return next === undefined ? [] : [`${state} ${event} ${next}`]
      }),
    )
    expect(rows.toSorted()).toEqual(TABLE.toSorted())
  })

  it('end in exactly one of four, of which one settles', () => {
    expect(STATES.filter(isEnded)).toEqual(['completed', 'cancelled', 'rejected', 'failed'])
    expect(STATES.filter(releases)).toEqual(['cancelled', 'rejected', 'failed'])
  })

  it('have no way on from an end, and one from everything else', () => {
    for (const state of STATES)
      expect([state, Object.keys(WITHDRAWAL_STATES[state]).length === 0]).toEqual([
        state,
        isEnded(state),
      ])
  })

  it('are left by the chain alone once it is signed', () => {
    const byPerson = ['cancel', 'reject', 'expire', 'rulesAsk', 'rulesPass', 'twoApprovals']
    for (const state of ['signed', 'broadcast', 'confirming'] as const)
      expect(
        Object.keys(WITHDRAWAL_STATES[state]).filter((each) => byPerson.includes(each)),
      ).toEqual([])
  })

  it('reach an end by some way from everywhere', () => {
    const reached = new Set<WithdrawalState>(STATES.filter(isEnded))
    for (const _ of STATES)
      for (const state of STATES)
        if (Object.values(WITHDRAWAL_STATES[state]).some((next) => reached.has(next)))
          reached.add(state)
    expect(reached.size).toBe(STATES.length)
  })

  it('reach the network only through two approvals or the rules', () => {
    // What is `signed` was `approved`, which these events alone lead to.
    const ways = (to: WithdrawalState) =>
      TABLE.filter((row) => row.endsWith(` ${to}`)).map((row) =>
        row.split(' ').slice(0, 2).join(' '),
      )
    expect(ways('signed')).toEqual(['approved hotEnough'])
    expect(ways('approved').filter((way) => !way.startsWith('approved'))).toEqual([
      'pending rulesPass',
      'review twoApprovals',
    ])
  })
})

describe('the day of a withdrawal', () => {
  it.each([
    [0, 0],
    [DAY - 1, 0],
    [DAY, 1],
    [20_000 * DAY + 1, 20_000],
  ])('is of the time %i %i', (at, day) => expect(withdrawalDay(at)).toBe(day))
})

describe('what was used of the cap of a day', () => {
  const state = { day: 5, used: new Map([['ann', 40n]]) }

  it.each([
    ['the day itself', 5 * DAY, 40n],
    ['its last millisecond', 6 * DAY - 1, 40n],
    ['the next day', 6 * DAY, 0n],
    ['a day before, by a clock that was set back', 4 * DAY, 40n],
  ])('is counted on %s', (_when, at, used) => {
    expect(usedOn(state, { userId: 'ann', at })).toBe(used)
  })

  it('is nothing of another user', () => {
    expect(usedOn(state, { userId: 'ben', at: 5 * DAY })).toBe(0n)
  })
})

describe('a dump of withdrawals', () => {
  const whole: Required<Withdrawal> = {
    id: 7,
    userId: 'ann',
    clientOid: 'w7',
    network: 'evm-a',
    asset: 'ETH',
    address: '0x1',
    tag: '12',
    amount: 10n ** 30n,
    fee: 5n,
    value: 9_007_199_254_740_993n,
    state: 'broadcast',
    reason: 'large',
    approvals: [{ approver: 'op', signature: 's' }],
    asked: true,
    payments: [{ txHash: '0x2', raw: '02', nonce: 3, bump: 1 }],
    height: 9,
    createdAt: 1,
    updatedAt: 2,
  }

  it('has amounts as text and comes back whole, through JSON', () => {
    const text = JSON.stringify(dumpWithdrawal(whole))
    expect(text).toContain('"value":"9007199254740993"')
    expect(withdrawalFromDump(JSON.parse(text) as never)).toEqual(whole)
  })

  it('comes back with what each user has used (CR0)', () => {
    const used = fc.uniqueArray(
      fc.tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.bigInt({ min: 1n })),
      { maxLength: 5, selector: ([userId]) => userId },
    )
    fc.assert(
      fc.property(used, fc.uniqueArray(fc.nat(50), { maxLength: 5 }), (uses, ids) => {
        const state = createWithdrawalsState()
        for (const id of ids) state.open.set(id, { ...whole, id })
        for (const [userId, value] of uses) state.used.set(userId, value)
        if (uses.length > 0) state.day = 77
        const rows = JSON.parse(JSON.stringify([...dumpWithdrawals(state)])) as WithdrawalRow[]
        const copy = createWithdrawalsState()
        restoreWithdrawals(copy, rows)
        expect(copy).toEqual(state)
        expect([...copy.open.keys()]).toEqual(ids)
      }),
      { numRuns: 40 },
    )
  })

  it('is empty before the first withdrawal', () => {
    expect([...dumpWithdrawals(createWithdrawalsState())]).toEqual([])
  })
})
