import type { Account, Accounts } from '../accounts/accounts.ts'
import type { Book } from '../matching/Book.ts'
import type { OrderPool } from '../matching/OrderPool.ts'
import type { TriggerBook } from '../matching/createTriggerBook.ts'
import type { AlgosView } from './algoState.ts'
import type { CopyFollow, CopyLead, LeadFill } from './copyState.ts'
import type { Deposit, DepositClaim } from './deposits.ts'
import type { FuturesOrder } from './futuresOrder.ts'
import type {
  ContractPrice,
  FundingProgress,
  FuturesAccount,
  FuturesPosition,
  FuturesState,
  SymbolSettings,
} from './futuresState.ts'
import type { Keys } from './keys.ts'
import type { MarginAccount } from './marginState.ts'
import type { OpenLegs } from './openLegs.ts'
import type { Order } from './order.ts'
import type { OrderLines } from './orderLines.ts'
import type { P2pAdvert, P2pCancels, P2pOrder } from './p2pState.ts'
import type { EarnPosition, ProductsState, RedPacket } from './productsState.ts'
import type { Rules } from './rules.ts'
import type { Withdrawal } from './withdrawals.ts'
import type { ContractMarket, ExchangeState, PaperAccount, Pair } from './state.ts'

export { contractOf, openOrderOf, orderKey, pairOf, paperAccountOf } from './state.ts'

/** The book of a market, for reading. */
export interface BookView extends Pick<
  Book,
  'best' | 'eachLevel' | 'inOrder' | 'lotsAt' | 'size' | 'slotOf'
> {
  readonly orders: Pick<OrderPool, 'idAt' | 'lotsAt' | 'sideAt' | 'ticksAt'>
}

type ReadBookOnly<M> = Omit<M, 'engine'> & { readonly engine: { readonly book: BookView } }
/** An instrument and its live book, for reading. */
export type MarketView = ReadBookOnly<Pair> | ReadBookOnly<ContractMarket>

/**
 * The trading state as everything outside of the exchange sees it. It has no method that changes
 * anything: a change that no command made would be missing in the journal. Accounts are found with
 * `ownedBy`, which opens none.
 */
export interface ExchangeView {
  readonly accounts: Pick<Accounts, 'spendable'> & {
    ownedBy(realm: Account['realm'], owner: string): readonly Readonly<Account>[]
    all(): IterableIterator<Readonly<Account>>
  }
  /** By the id of their instrument. */
  readonly markets: ReadonlyMap<string, MarketView>
  /** Open orders of users, both realms, by id. */
  readonly orders: ReadonlyMap<number, Readonly<Order>>
  readonly ordersOf: (...of: Parameters<ExchangeState['ordersOf']>) => ReadonlySet<Readonly<Order>>
  /** Legs of open orders, of contracts too. */
  readonly openLegs: Pick<OpenLegs, 'count'>
  /** What open orders reserve in the pool. */
  readonly orderLines: Pick<OrderLines, 'of'>
  /** The open order that was placed under a key (`orderKey`), however long ago. */
  readonly openOrder: (key: string) => Readonly<Order> | undefined
  /** What waits for a price of an instrument; `undefined` before the first such order. */
  readonly triggers: (
    ...of: Parameters<ExchangeState['triggers']>
  ) => Pick<TriggerBook, 'reached' | 'trailing' | 'waitsFor'> | undefined
  /** User -> the engine's party number, which a main account and its sub-accounts share. */
  readonly parties: ReadonlyMap<string, number>
  readonly houseAccountOrderNames: ReadonlyMap<number, string>
  readonly keys: Pick<Keys, 'get' | 'has' | 'past' | 'size'>
  /** Keys of grants, realm before them. */
  readonly grants: ReadonlySet<string>
  readonly rules: Readonly<Rules>
  readonly paper: ReadonlyMap<string, Readonly<PaperAccount>>
  /** Accounts, positions, orders and prices of contracts. */
  readonly futures: FuturesView
  readonly withdrawals: WithdrawalsView
  readonly deposits: DepositsView
  readonly products: ProductsView
  readonly p2p: P2pView
  readonly algos: AlgosView
  readonly copy: CopyView
  readonly margin: MarginView
  /** The numbers that come next. */
  readonly next: Readonly<ExchangeState['next']>
}

/** Margin accounts for reading. */
interface MarginView {
  readonly accounts: ReadonlyMap<string, Readonly<MarginAccount>>
  readonly prices: ReadonlyMap<string, bigint>
  readonly pricesAt: number
  readonly rates: ReadonlyMap<string, number>
}

/** Earn and red packets for reading. */
export interface ProductsView {
  readonly packets: ReadonlyMap<number, Readonly<RedPacket>>
  readonly packetOf: (code: string) => Readonly<RedPacket> | undefined
  readonly positions: ReadonlyMap<number, Readonly<EarnPosition>>
  readonly positionsOf: (
    ...of: Parameters<ProductsState['positionsOf']>
  ) => ReadonlySet<Readonly<EarnPosition>>
  readonly paused: ReadonlySet<string>
  readonly redeemed: ProductsState['redeemed'] extends Map<infer K, infer V>
    ? ReadonlyMap<K, V>
    : never
}

/** P2P trading for reading. */
export interface P2pView {
  readonly adverts: ReadonlyMap<number, Readonly<P2pAdvert>>
  readonly orders: ReadonlyMap<number, Readonly<P2pOrder>>
  readonly cancels: ReadonlyMap<string, Readonly<P2pCancels>>
}

/** Copy trading for reading. */
export interface CopyView {
  readonly leads: ReadonlyMap<number, Readonly<CopyLead>>
  readonly follows: ReadonlyMap<number, Readonly<CopyFollow>>
  readonly pending: ReadonlyMap<number, LeadFill>
  readonly followsOf: (leadId: number) => ReadonlySet<Readonly<CopyFollow>>
}

/** Withdrawals for reading. */
export interface WithdrawalsView {
  readonly open: ReadonlyMap<number, Readonly<Withdrawal>>
  readonly day: number
  readonly used: ReadonlyMap<string, bigint>
}

/** Deposits for reading. */
export interface DepositsView {
  readonly booked: ReadonlyMap<string, Readonly<Deposit>>
  readonly claims: ReadonlyMap<string, DepositClaim>
  readonly staleBelow: ReadonlyMap<string, number>
  /** Keys of the treasury's moves that are not stale. */
  readonly moves: ReadonlyMap<string, { readonly network: string; readonly height: number }>
  lockedOf(userId: string, asset: string): bigint
  locksOf(userId: string): ReadonlyMap<string, bigint>
  isStopped(userId: string): boolean
}

/** Futures for reading. */
export interface FuturesView extends Pick<FuturesState, 'openOrder'> {
  readonly accounts: ReadonlyMap<string, FuturesAccountView>
  readonly orders: ReadonlyMap<number, Readonly<FuturesOrder>>
  readonly prices: ReadonlyMap<string, ContractPrice>
  readonly legs: ReadonlyMap<string, number>
  readonly fundings: ReadonlyMap<string, FundingProgress>
  readonly triggers: (
    ...of: Parameters<FuturesState['triggers']>
  ) => Pick<TriggerBook, 'reached' | 'trailing' | 'waitsFor'> | undefined
}

export interface FuturesAccountView extends Readonly<
  Pick<FuturesAccount, 'realm' | 'userId' | 'mode' | 'liquidating'>
> {
  readonly settings: ReadonlyMap<string, SymbolSettings>
  readonly positions: ReadonlyMap<string, Readonly<FuturesPosition>>
  readonly orders: ReadonlySet<Readonly<FuturesOrder>>
}
