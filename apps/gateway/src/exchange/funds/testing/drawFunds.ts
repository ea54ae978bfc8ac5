import fc from 'fast-check'
import type { FundsCommand } from './fundsModel.ts'

export const USERS = ['ann', 'ben'] as const
export const ASSETS = ['USDT', 'ETH'] as const
const DAY = 86_400_000
const CAP = 150
const NETWORK = 'evm-a'

const user = fc.constantFrom(...USERS)
const asset = fc.constantFrom(...ASSETS)
const atoms = fc.integer({ min: -1, max: 150 })
const oid = fc.integer({ min: 1, max: 20 }).map(String)
/** Six places of one transaction: the first belongs to the treasury, the others to users. */
const place = fc.integer({ min: 0, max: 5 })
const nameOf = (ordinal: number) => ({ network: NETWORK, txHash: '0xa', ordinal })

const deposit = fc.record({
  ordinal: place,
  byOperator: fc.boolean(),
  more: fc.constantFrom(0, 0, 0, 0, 1),
  height: fc.integer({ min: 90, max: 140 }),
})
const depositEvent = fc.record({
  ordinal: place,
  event: fc.constantFrom(
    'unlockDepth' as const,
    'orphaned',
    'orphaned',
    'mined',
    'absent',
    'absent',
  ),
  height: fc.integer({ min: 90, max: 140 }),
})
const EVENTS = [
  'rulesPass',
  'rulesAsk',
  'cancel',
  'reject',
  'expire',
  'ask',
  'unask',
  'hotEnough',
  'accepted',
  'mined',
  'unmined',
  'final',
  'orphaned',
  'revertedFinal',
] as const
type EventName = (typeof EVENTS)[number]
const id = fc.integer({ min: 1, max: 8 })

/** How most withdrawals go, from where on the drawn events follow. */
const COURSE: readonly EventName[] = ['rulesPass', 'ask', 'hotEnough', 'accepted', 'mined']

interface EventDraft {
  readonly id: number
  readonly event: EventName
  readonly bump: number
  readonly gas: number
}

const asCommand = ({ id: of, event, bump, gas }: EventDraft): FundsCommand => ({
  kind: 'withdrawalEvent',
  at: 0,
  id: of,
  event,
  ...(event === 'hotEnough' || event === 'unmined'
    ? { payment: { txHash: `0x${bump}`, raw: '02', nonce: of, bump } }
    : {}),
  ...(event === 'mined' ? { height: 120 } : {}),
  ...(event === 'final' || event === 'revertedFinal'
    ? { gas: { asset: 'ETH', atoms: String(gas) } }
    : {}),
})

/** A withdrawal that goes its way up to somewhere, and then otherwise. */
const course: fc.Arbitrary<readonly FundsCommand[]> = fc
  .record({
    id,
    length: fc.nat({ max: COURSE.length }),
    last: fc.constantFrom(...EVENTS),
    bump: fc.nat({ max: 3 }),
    gas: fc.nat({ max: 9 }),
  })
  .map(({ length, last, bump, ...rest }) => [
    ...COURSE.slice(0, length).map((event) => asCommand({ ...rest, event, bump: 0 })),
    asCommand({ ...rest, event: last, bump }),
  ])

/** One command, at a time that is filled in later. */
const draft: fc.Arbitrary<FundsCommand> = fc.oneof(
  fc
    .record({ userId: user, key: oid, of: asset, amount: fc.integer({ min: 1, max: 300 }) })
    .map(({ userId, key, of, amount }): FundsCommand => ({
      kind: 'grant',
      at: 0,
      realm: 'live',
      userId,
      key,
      funds: { [of]: String(amount) },
    })),
  ...Array.from({ length: 3 }, () =>
    deposit.map(({ ordinal, byOperator, more, height }): FundsCommand => ({
      kind: 'deposit',
      at: 0,
      ...nameOf(ordinal),
      ...(ordinal === 0 ? {} : { userId: USERS[ordinal % 2] ?? '' }),
      asset: ASSETS[(ordinal >> 1) % 2] ?? '',
      atoms: String(100 + 10 * ordinal + more),
      height,
      ...(byOperator ? { byOperator: true as const } : {}),
    })),
  ),
  ...Array.from({ length: 4 }, () =>
    depositEvent.map(({ ordinal, event, height }): FundsCommand => ({
      kind: 'depositEvent',
      at: 0,
      ...nameOf(ordinal),
      event,
      ...(event === 'mined' ? { height } : {}),
    })),
  ),
  fc
    .record({ userId: user, of: asset })
    .map(({ userId, of }): FundsCommand => ({ kind: 'depositClaim', at: 0, userId, asset: of })),
  fc
    .integer({ min: 90, max: 150 })
    .map((below): FundsCommand => ({ kind: 'depositsStale', at: 0, network: NETWORK, below })),
  fc
    .record({
      of: asset,
      amount: atoms,
      direction: fc.constantFrom('in' as const, 'out'),
      key: fc.constantFrom('a', 'b'),
      height: fc.constantFrom(90, 100, 120, 140),
    })
    .map(({ of, amount, direction, key, height }): FundsCommand => ({
      kind: 'treasury',
      at: 0,
      network: NETWORK,
      asset: of,
      atoms: String(amount),
      direction,
      // A move of another height is another one: the watcher names it by its transaction.
      key: `${key}${height}`,
      height,
    })),
  ...Array.from({ length: 4 }, () =>
    fc
      .record({ userId: user, clientOid: oid, of: asset, amount: atoms, fee: fc.nat({ max: 9 }) })
      .map(({ userId, clientOid, of, amount, fee }): FundsCommand => ({
        kind: 'withdraw',
        at: 0,
        userId,
        clientOid,
        digest: 'd',
        network: NETWORK,
        asset: of,
        address: '0x1',
        atoms: String(amount),
        fee: String(fee),
        value: String(Math.max(amount, 0)),
        cap: String(CAP),
      })),
  ),
  fc
    .record({ of: id, approver: fc.constantFrom('op1', 'op2') })
    .map(({ of, approver }): FundsCommand => ({
      kind: 'withdrawalApprove',
      at: 0,
      id: of,
      approver,
      signature: 's',
    })),
  fc
    .record({ fromUserId: user, toUserId: user, clientOid: oid, of: asset, amount: atoms })
    .map(({ fromUserId, toUserId, clientOid, of, amount }): FundsCommand => ({
      kind: 'transfer',
      at: 0,
      askedBy: fromUserId,
      clientOid,
      fromUserId,
      toUserId,
      asset: of,
      atoms: String(amount),
    })),
  fc
    .record({ userId: user, clientOid: oid, from: asset, to: asset, amount: atoms })
    .map(({ userId, clientOid, from, to, amount }): FundsCommand => ({
      kind: 'convert',
      at: 0,
      userId,
      clientOid,
      digest: 'd',
      fromAsset: from,
      fromAtoms: String(amount),
      toAsset: to,
      toAtoms: String(amount * 2),
    })),
  fc
    .record({ userId: user, toUserId: user, clientOid: oid, of: asset, amount: atoms })
    .map(({ userId, toUserId, clientOid, of, amount }): FundsCommand => ({
      kind: 'send',
      at: 0,
      userId,
      toUserId,
      clientOid,
      digest: 'd',
      asset: of,
      atoms: String(amount),
      value: String(Math.max(amount, 0)),
      cap: String(CAP),
    })),
)

/** What both users begin with. */
const FUNDS: readonly FundsCommand[] = USERS.map((userId) => ({
  kind: 'grant',
  at: 0,
  realm: 'live',
  userId,
  key: `first of ${userId}`,
  funds: { USDT: '500', ETH: '500' },
}))

/** A history of some days: commands in the order of their times, two hours apart. */
export const history = (maxLength: number): fc.Arbitrary<readonly FundsCommand[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: draft.map((one) => [one]) },
        { weight: 1, arbitrary: course },
      ),
      { maxLength, size: 'max' },
    )
    .map((drafts) =>
      [FUNDS, ...drafts].flat().map((each, at) => timed(each, 10 * DAY + at * (DAY / 12))),
    )

/** A key comes again within its day only: after a day it is forgotten. */
const timed = (command: FundsCommand, at: number): FundsCommand => ({
  ...command,
  at,
  ...('clientOid' in command
    ? { clientOid: `${command.clientOid} of ${Math.floor(at / DAY)}` }
    : {}),
})
