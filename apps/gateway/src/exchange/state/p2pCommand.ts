import type { AdvertTerms, P2pAdvertEvent, P2pOrderEvent, P2pSide } from './p2pState.ts'

/** Commands of P2P trading, all of the live realm. Amounts are atoms as text (products 2). */
export type P2pCommand =
  | P2pPublishCommand
  | P2pEditCommand
  | P2pAdvertCommand
  | P2pTakeCommand
  | P2pOrderCommand

interface Timed {
  /** Milliseconds since the epoch. */
  readonly at: number
}

interface Asked extends Timed {
  readonly userId: string
  readonly clientOid: string
  /** Digest of the fields: the same key with another digest is refused. */
  readonly digest: string
}

/** A new advert; the coins of one that sells are put aside. */
export interface P2pPublishCommand extends Asked {
  readonly kind: 'p2pPublish'
  readonly side: P2pSide
  readonly asset: string
  /** Decimals of an atom of the asset. */
  readonly scale: number
  readonly fiat: string
  readonly atoms: string
  readonly terms: AdvertTerms
}

/** New terms of an advert that is paused; `atoms` is what it offers from now on. */
export interface P2pEditCommand extends Timed {
  readonly kind: 'p2pEdit'
  readonly userId: string
  readonly advertId: number
  readonly atoms: string
  readonly terms: AdvertTerms
}

export interface P2pAdvertCommand extends Timed {
  readonly kind: 'p2pAdvert'
  readonly event: Exclude<P2pAdvertEvent, 'publish' | 'edit'>
  readonly userId: string
  readonly advertId: number
}

/** An order against an advert, at a price that the command holds. */
export interface P2pTakeCommand extends Asked {
  readonly kind: 'p2pTake'
  readonly advertId: number
  /** The terms that the price was made from. */
  readonly version: number
  /** Fiat for a whole coin, in units of `PRICE_DECIMALS`. */
  readonly price: string
  /** What was asked for: atoms of the asset, or cents of the fiat currency. */
  readonly by: 'asset' | 'fiat'
  readonly amount: string
  /** Taken from the coins at the release. */
  readonly feeBp: number
  /** How the seller is paid: payment methods of the taker, where the taker sells. */
  readonly methods: readonly number[]
}

/** Something that happened to an order. */
export interface P2pOrderCommand extends Timed {
  readonly kind: 'p2pOrder'
  readonly event: P2pOrderEvent
  readonly orderId: number
  /** Who did it; the operator of a ruling, absent where the time ran out. */
  readonly userId?: string
  /** Of an appeal and of a ruling: why. */
  readonly reason?: string
  /** Of a ruling. */
  readonly outcome?: 'released' | 'refunded'
}
