import type { OrderRow } from '../../exchange/ledger/storedOrders.ts'
import { isCopyOrder } from '../../exchange/state/copyState.ts'
import type { BookedState } from '../../exchange/state/deposits.ts'
import type { Effects } from '../../exchange/state/effects.ts'
import { isOpen } from '../../exchange/state/order.ts'
import type { WithdrawalState } from '../../exchange/state/withdrawals.ts'
import { orderView } from '../orders/ports/orderViews.ts'
import type { NewNotice } from './noticeRows.ts'
import { noticesOfProducts } from './noticesOfProducts.ts'
import { amountOf, subject } from './noticeSubject.ts'
import type { MarginCall, Reader } from './ports/UserNotices.ts'

type EndedOrder = OrderRow & Reader
type Source = Pick<Effects, 'at' | 'orders'> & Partial<Omit<Effects, 'at' | 'orders'>>

/** What a user has to know of a deposit at once; the list shows the other states. */
const NOTIFIED_DEPOSITS: ReadonlySet<BookedState> = new Set(['credited', 'reversed'])
const NOTIFIED_WITHDRAWALS: ReadonlySet<WithdrawalState> = new Set([
  'completed',
  'rejected',
  'failed',
])

/** Of a copied order the notice says so, and there is no other of the fill. */
export const filledNotice = (order: EndedOrder): NewNotice => {
  const { orderId, symbol, side, filled, avgPrice } = orderView(order)
  const isCopy = isCopyOrder(order)
  return {
    userId: order.userId,
    realm: order.realm,
    noticeId: `filled:${orderId}`,
    kind: isCopy ? 'copy' : 'filled',
    at: order.updatedAt,
    data: {
      order: { orderId, symbol, side, size: filled, price: avgPrice },
      ...(isCopy ? subject('copied', { symbol }) : {}),
    },
  }
}

const triggeredNotice = (order: EndedOrder): NewNotice => {
  const { orderId, symbol, side, size, price } = orderView(order)
  return {
    userId: order.userId,
    realm: order.realm,
    noticeId: `triggered:${orderId}`,
    kind: 'triggered',
    at: order.updatedAt,
    data: { order: { orderId, symbol, side, size, price } },
  }
}

/** What a record of the journal is worth a notice for. */
export function noticesOf(effects: Source): readonly NewNotice[] {
  const { at, orders, copy } = effects
  // The end of a follow says that all of it was sold.
  const sales = new Set(
    copy?.orders.filter(({ leadFillId }) => leadFillId === null).map(({ orderId }) => orderId),
  )
  const ofOrders = orders.flatMap((order) => [
    ...(order.firedAt === at ? [triggeredNotice(order)] : []),
    ...(!isOpen(order) && order.filledLots > 0 && !sales.has(order.id)
      ? [filledNotice(order)]
      : []),
  ])
  return [
    ...ofOrders,
    ...ofFunds(effects),
    ...ofLiquidations(effects),
    ...noticesOfProducts(effects),
  ]
}

/** Coins that came from a chain or another user, or left. All of it is live. */
function ofFunds({ at, deposits, withdrawals = [], payments }: Source): readonly NewNotice[] {
  const live = { realm: 'live', at } as const
  return [
    ...(deposits?.booked ?? []).flatMap(({ userId, state, asset, amount, ...deposit }) =>
      userId === undefined || !NOTIFIED_DEPOSITS.has(state)
        ? []
        : {
            ...live,
            userId,
            noticeId: `deposit:${deposit.txHash.slice(-32)}:${deposit.ordinal}:${state}`,
            kind: 'deposit' as const,
            data: subject(state, amountOf(asset, amount)),
          },
    ),
    ...withdrawals
      .filter(({ state }) => NOTIFIED_WITHDRAWALS.has(state))
      .map(({ id, userId, state, asset, amount, fee }) => ({
        ...live,
        userId,
        noticeId: `withdrawal:${id}:${state}`,
        kind: 'withdrawal' as const,
        data: subject(state, amountOf(asset, state === 'completed' ? amount - fee : amount)),
      })),
    ...(payments?.sends ?? []).map(({ id, toUserId, asset, amount }) => ({
      ...live,
      userId: toUserId,
      noticeId: `payment:${id}`,
      kind: 'payment' as const,
      data: subject('received', amountOf(asset, amount)),
    })),
  ]
}

const HOUR_MS = 3_600_000

/** Its id has the hour: a level that goes up and down around the call level has one notice. */
export const marginCallNotice = ({ userId, realm, symbol, level, at }: MarginCall): NewNotice => ({
  userId,
  realm,
  at,
  noticeId: `call:margin:${symbol ?? 'cross'}:${realm}:${Math.floor(at / HOUR_MS)}`,
  kind: 'marginCall',
  data: subject('called', { amount: level, symbol }),
})

/** Each step of a ladder that touched a position or a margin account. */
function ofLiquidations({ futures, margin }: Source): readonly NewNotice[] {
  return [
    ...(futures?.liquidations ?? []).map(({ id, realm, userId, at, step, traded }) => ({
      userId,
      realm,
      at,
      noticeId: `liquidation:futures:${id}`,
      kind: 'liquidation' as const,
      data: subject(step, { symbol: traded?.symbol ?? null }),
    })),
    ...(margin?.liquidations ?? []).map(({ id, realm, userId, at, step, symbol = null }) => ({
      userId,
      realm,
      at,
      noticeId: `liquidation:margin:${id}`,
      kind: 'liquidation' as const,
      data: subject(step, { symbol }),
    })),
  ]
}
