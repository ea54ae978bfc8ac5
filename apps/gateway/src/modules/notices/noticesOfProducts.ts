import type { UserNotice } from '@x/api'
import type { Effects, ProductEffects } from '../../exchange/state/effects.ts'
import type { P2pOrder } from '../../exchange/state/p2pState.ts'
import type { EarnPosition, RedPacket } from '../../exchange/state/productsState.ts'
import type { NewNotice } from './noticeRows.ts'
import { noticesOfCopy } from './noticesOfCopy.ts'
import { amountOf, subject } from './noticeSubject.ts'

type Source = Pick<Effects, 'at'> &
  Partial<Pick<Effects, 'p2p' | 'copy' | 'products' | 'transactions'>>
type Kind = UserNotice['kind'] & NewNotice['kind']

const DAY_MS = 86_400_000
const WHOLE_BP = 10_000n

/** What a record did to P2P trading, copy trading, earn, red packets and rebates. */
export const noticesOfProducts = (effects: Source): readonly NewNotice[] => [
  ...(effects.p2p?.orders ?? []).flatMap((order) => ofP2pOrder(order, effects)),
  ...(effects.copy ? noticesOfCopy(effects.copy, effects.at) : []),
  ...(effects.products ? ofProducts(effects.products, effects) : []),
  ...ofRebates(effects),
]

/** Each step for who has to know of it: never for who took it. */
function ofP2pOrder(order: Readonly<P2pOrder>, { at }: Source): readonly NewNotice[] {
  const { id, asset, atoms, feeBp, updatedAt } = order
  if (updatedAt !== at) return []
  const { state, users } = stepOf(order)
  const received = state === 'released' ? atoms - (atoms * BigInt(feeBp)) / WHOLE_BP : atoms
  const data = subject(state, { ...amountOf(asset, received), id: String(id) })
  return users.map((userId) => live('p2p', { userId, at, id: `${id}:${state}`, data }))
}

function stepOf(order: Readonly<P2pOrder>): {
  readonly state: string
  readonly users: readonly string[]
} {
  const { status, maker, buyer, seller, appeal, ruling } = order
  const both = [buyer, seller]
  switch (status) {
    case 'awaitingPayment':
      return { state: 'taken', users: [maker] }
    case 'paid':
    case 'cancelled':
      return { state: status, users: [seller] }
    case 'appealed':
      return { state: status, users: both.filter((userId) => userId !== appeal?.userId) }
    case 'released':
      return ruling ? { state: 'toBuyer', users: both } : { state: status, users: [buyer] }
    case 'refunded':
      return { state: 'toSeller', users: both }
    case 'expired':
      return { state: status, users: both }
  }
}

const ofProducts = (
  { packets, positions, payments }: ProductEffects,
  { at }: Source,
): readonly NewNotice[] => [
  ...packets.flatMap((packet) => ofPacket(packet, at)),
  ...positions.flatMap((position) => {
    const paid = payments.filter(({ positionId }) => positionId === position.id)
    return ofTerm(position, { at, interest: paid.reduce((sum, { amount }) => sum + amount, 0n) })
  }),
]

/** For the sender how it ended, for who opened it what is theirs. */
function ofPacket(packet: Readonly<RedPacket>, at: number): readonly NewNotice[] {
  const { id, userId, asset, total, claims, status } = packet
  const rest = total - claims.reduce((sum, { amount }) => sum + amount, 0n)
  const ofSender = (state: string, atoms: bigint) =>
    live('redPacket', {
      userId,
      at,
      id: `${id}:${state}`,
      data: subject(state, amountOf(asset, atoms)),
    })
  const last = claims.at(-1)
  const received =
    last?.at === at && status !== 'expired'
      ? [
          live('redPacket', {
            userId: last.userId,
            at,
            id: `${id}:claim:${claims.length}`,
            data: subject('received', amountOf(asset, last.amount)),
          }),
        ]
      : []
  if (status === 'expired') return [ofSender('returned', rest)]
  return status === 'finished' ? [...received, ofSender('finished', total)] : received
}

/** A fixed term that is over, and whether another one has begun. */
function ofTerm(
  { id, userId, asset, days, startDay, nextDay, createdAt, principal }: Readonly<EarnPosition>,
  { at, interest }: { readonly at: number; readonly interest: bigint },
): readonly NewNotice[] {
  if (days === 0) return []
  const isMatured = principal === 0n && nextDay >= startDay + days
  const isRenewed = startDay === nextDay && startDay > Math.floor(createdAt / DAY_MS) + 1
  if (!isMatured && (principal === 0n || !isRenewed)) return []
  const state = isMatured ? 'matured' : 'renewed'
  const data = subject(state, amountOf(asset, interest))
  return [live('earn', { userId, at, id: `${id}:${state}:${nextDay}`, data })]
}

/** What inviters got from the fees of a day. */
function ofRebates({ at, transactions = [] }: Source): readonly NewNotice[] {
  return transactions
    .filter(({ scope, key }) => scope === 'grant' && key.startsWith('rebate:'))
    .flatMap(({ key, entries }) =>
      entries.map(({ credit, amount }) =>
        live('rebate', {
          userId: credit.owner.slice('user:'.length),
          at,
          id: `${key.slice('rebate:'.length)}:${credit.asset}`,
          data: subject('received', amountOf(credit.asset, amount)),
        }),
      ),
    )
}

const live = (
  kind: Kind,
  { userId, at, id, data }: Pick<NewNotice, 'userId' | 'at' | 'data'> & { readonly id: string },
): NewNotice => ({ realm: 'live', kind, userId, at, noticeId: `${kind}:${id}`, data })
