import type { P2pAdvert, P2pOrder, P2pOwnAdvert, P2pTrader } from '@x/api'
import { formatUnits } from '@x/decimal'
import {
  APPEAL_AFTER_MS,
  atomsFor,
  centsFor,
  FIAT_DECIMALS,
} from '../../../exchange/products/p2p.ts'
import {
  type P2pAdvertDump,
  type P2pOrderDump,
  dumpP2pOrder,
  type P2pOrder as CoreOrder,
} from '../../../exchange/state/p2pState.ts'
import { priceText } from './p2pIndex.ts'

const WHOLE_BP = 10_000n

const fiatText = (cents: bigint | string): string =>
  formatUnits(BigInt(cents), FIAT_DECIMALS, { trim: true })

const coins = (atoms: bigint | string, scale: number): string =>
  formatUnits(BigInt(atoms), scale, { trim: true })

/** The largest order that an advert can still take at a price, in cents. */
export function mostCents(
  { remaining, scale, terms: { maximum } }: P2pAdvertDump,
  price: bigint,
): bigint {
  const most = BigInt(maximum)
  const left = BigInt(remaining)
  if (atomsFor(most, { price, scale }) <= left) return most
  const worth = centsFor(left, { price, scale })
  // Rounded down: an order for it must fit.
  return atomsFor(worth, { price, scale }) <= left ? worth : worth - 1n
}

function sharedView(advert: P2pAdvertDump, price: bigint | undefined) {
  const { id, version, side, asset, fiat, scale, remaining, terms } = advert
  const shown = price ?? 0n
  return {
    advertId: String(id),
    version,
    side,
    asset,
    fiat,
    price: priceText(shown),
    marginPercent: terms.marginBp === null ? null : marginText(terms.marginBp),
    remaining: coins(remaining, scale),
    minimum: fiatText(terms.minimum),
    payMinutes: terms.payMinutes,
    paymentTypes: [...terms.methods],
    terms: terms.text,
  }
}

const marginText = (bp: number): string =>
  `${bp < 0 ? '-' : ''}${formatUnits(BigInt(Math.abs(bp)), 2, { trim: true })}`

/** For who may take it. */
export const advertView = (
  advert: P2pAdvertDump,
  { price, owner }: { readonly price: bigint; readonly owner: P2pTrader },
): P2pAdvert => ({
  ...sharedView(advert, price),
  maximum: fiatText(mostCents(advert, price)),
  owner,
})

/** For its owner; a price of 0 where the index has none. */
export const ownAdvertView = (
  advert: P2pAdvertDump,
  { price }: { readonly price: bigint | undefined },
): P2pOwnAdvert => ({
  ...sharedView(advert, price),
  maximum: fiatText(advert.terms.maximum),
  status: advert.status,
  methodIds: advert.terms.methodIds.map(String),
  openOrders: advert.openOrders,
  createdAt: advert.createdAt,
})

export const orderViewOf = (order: Readonly<CoreOrder>, userId: string): P2pOrder =>
  p2pOrderView(dumpP2pOrder(order), userId)

/** For one of the two parties. */
export function p2pOrderView(order: P2pOrderDump, userId: string): P2pOrder {
  const { scale, appeal, ruling, paidAt, status } = order
  return {
    orderId: String(order.id),
    advertId: String(order.advertId),
    role: order.buyer === userId ? 'buyer' : 'seller',
    asset: order.asset,
    fiat: order.fiat,
    price: priceText(BigInt(order.price)),
    amount: coins(order.atoms, scale),
    fee: coins((BigInt(order.atoms) * BigInt(order.feeBp)) / WHOLE_BP, scale),
    total: fiatText(order.cents),
    status,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    paidAt,
    appealFrom: status === 'paid' && paidAt !== null ? paidAt + APPEAL_AFTER_MS : null,
    appeal: appeal && {
      isOwn: appeal.userId === userId,
      reason: appeal.reason,
      at: appeal.at,
    },
    ruling: ruling && { reason: ruling.reason },
    updatedAt: order.updatedAt,
  }
}

/** The name of a user who chose none. */
export const defaultName = (userId: string): string => `User-${userId.slice(-4)}`
