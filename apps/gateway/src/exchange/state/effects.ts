import type { Level, Side } from '../instruments/Instrument.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Hold } from '../accounts/hold.ts'
import type { LedgerTransaction } from '../accounts/posting.ts'
import type { TreasuryCommand } from './depositCommand.ts'
import type { Deposit, DepositClaim } from './deposits.ts'
import type { DoneFill, Fill, Order, OrderStatus } from './order.ts'
import type { DoneFuturesFill, FuturesFill, FuturesOrder } from './futuresOrder.ts'
import type { PositionSide } from '../accounts/owner.ts'
import type { LiquidationStep, Wallet } from './futuresCommand.ts'
import type { MarginStep } from './marginCommand.ts'
import type { MarginAccount, MarginAccountDump } from './marginState.ts'
import { dumpMarginAccount } from './marginState.ts'
import type { FuturesRecords, RecordLog } from './futuresRecords.ts'
import type { Algo } from './algoState.ts'
import { LatestHolds, Touched } from './touched.ts'
import type { P2pAdvert, P2pOrder } from './p2pState.ts'
import type { CopyDay, CopyFollow, CopyLead, CopyOrder, CopyShare } from './copyState.ts'
import type { EarnPosition, RedPacket } from './productsState.ts'
import type { Withdrawal } from './withdrawals.ts'
import type { FuturesAccount, FuturesPosition, SymbolSettings } from './futuresState.ts'

/** What one command did: to be settled, published and shown, in this order of certainty. */
export interface Effects {
  readonly at: number
  readonly transactions: readonly LedgerTransaction[]
  readonly fills: readonly DoneFill[]
  readonly transfers: readonly Transfer[]
  /** The holds that changed, as the command left them. */
  readonly holds: readonly Hold[]
  /** Copies of the orders as the command left them. */
  readonly orders: readonly Readonly<Order>[]
  /** Copies of the touched user and house accounts as the command left them. */
  readonly accounts: readonly Readonly<Account>[]
  /** What the public may see, in order: trades and the levels they left. */
  readonly market: readonly MarketEffect[]
  /** Orders that took their place in the live book; one that keeps its place is not among them. */
  readonly rested?: readonly number[]
  /** Idempotency keys that were used for the first time, transfers' left out. */
  readonly keys?: readonly NewKey[]
  /** What happened to futures; absent where nothing did. */
  readonly futures?: FuturesEffects
  /**
   * What lists show of futures beside that. It follows from the rest, so that check records, also
   * those of older journals, leave it out.
   */
  readonly records?: FuturesRecords
  /** Copies of the withdrawals that changed; absent where none did. */
  readonly withdrawals?: readonly Readonly<Withdrawal>[]
  /** What happened to earn and red packets; absent where nothing did. */
  readonly products?: ProductEffects
  /** What happened to P2P trading; absent where nothing did. */
  readonly p2p?: P2pEffects
  /** Absent where a command was neither a conversion nor a payment. */
  readonly payments?: PaymentEffects
  /** Copies of the algo orders that changed; absent where none did. */
  readonly algos?: readonly Readonly<Algo>[]
  /** What happened to copy trading; absent where nothing did. */
  readonly copy?: CopyEffects
  /** What happened to deposits; absent where nothing did. */
  readonly deposits?: DepositEffects
  /** What happened to margin accounts; absent where nothing did. */
  readonly margin?: MarginEffects
}

/** Whether users or the ledger hear of it: it is acknowledged once it is on disk. */
export const concernsUsers = (effects: Effects): boolean =>
  effects.orders.length > 0 ||
  effects.transactions.length > 0 ||
  effects.accounts.length > 0 ||
  effects.futures !== undefined ||
  effects.margin !== undefined ||
  effects.records !== undefined ||
  effects.withdrawals !== undefined ||
  effects.deposits !== undefined ||
  effects.algos !== undefined ||
  effects.copy !== undefined ||
  effects.products !== undefined ||
  effects.p2p !== undefined

/** Copies of the margin accounts that a command touched, and what it wrote down of them. */
export interface MarginEffects {
  readonly accounts: readonly MarginAccountDump[]
  readonly loans: readonly LoanRecord[]
  readonly liquidations: readonly MarginLiquidation[]
}

/** `draw`: a fill borrowed; `shortage`: the fund and the house account paid. */
export type LoanKind = 'borrow' | 'draw' | 'interest' | 'repay' | 'liquidation' | 'shortage'

/** One line of a loan (futures 7). Amounts are atoms. */
export interface LoanRecord {
  readonly id: number
  readonly realm: Account['realm']
  readonly userId: string
  readonly symbol?: string
  readonly asset: string
  readonly kind: LoanKind
  readonly amount: bigint
  /** Part of the amount that is interest. */
  readonly interest: bigint
  /** Of a liquidation, beside the amount. */
  readonly fee: bigint
  readonly principalAfter: bigint
  readonly interestAfter: bigint
  readonly orderId?: number
  readonly clientOid?: string
  readonly digest?: string
  readonly at: number
}

/** One step of the ladder of a margin account, with what decided it. */
export interface MarginLiquidation {
  readonly id: number
  readonly realm: Account['realm']
  readonly userId: string
  readonly symbol?: string
  readonly step: MarginStep
  /** Before the step, at the index; their quotient is the level. */
  readonly assets: bigint
  readonly debts: bigint
  /** The order of the step `trade`. */
  readonly orderId?: number
  /** Index prices of what the account has and owes, in parts of 10^-8 USDT. */
  readonly prices: readonly (readonly [asset: string, price: string])[]
  readonly at: number
}

/** Copies of what a command touched of deposits, as it left them. */
export interface DepositEffects {
  readonly booked: readonly Readonly<Deposit>[]
  /** What users owe; 0: paid. */
  readonly claims: readonly DepositClaim[]
  readonly stale: readonly { readonly network: string; readonly below: number }[]
  readonly moves: readonly TreasuryMove[]
}

/** Coins that the exchange moved on a network for itself. */
export interface TreasuryMove extends Pick<
  TreasuryCommand,
  'key' | 'network' | 'asset' | 'direction' | 'height'
> {
  readonly amount: bigint
}

/** Copies of what a command touched of earn and red packets, as it left them. */
export interface ProductEffects {
  readonly packets: readonly Readonly<RedPacket>[]
  /** One without principal was closed. */
  readonly positions: readonly Readonly<EarnPosition>[]
  readonly payments: readonly EarnPayment[]
}

/** Copies of what a command touched of P2P trading, as it left them. */
export interface P2pEffects {
  readonly adverts: readonly Readonly<P2pAdvert>[]
  readonly orders: readonly Readonly<P2pOrder>[]
}

/** Copies of what a command touched of copy trading, as it left them. */
export interface CopyEffects {
  readonly leads: readonly Readonly<CopyLead>[]
  readonly follows: readonly Readonly<CopyFollow>[]
  readonly orders: readonly CopyOrder[]
  readonly shares: readonly CopyShare[]
  readonly days: readonly CopyDay[]
}

/** Conversions, payments from user to user, and swaps. */
export interface PaymentEffects {
  readonly conversions: readonly Conversion[]
  readonly sends: readonly Send[]
  readonly swaps: readonly Swap[]
}

/** What a user exchanged with the exchange itself; amounts in atoms. */
export interface Conversion {
  readonly id: number
  readonly userId: string
  readonly clientOid: string
  readonly digest: string
  readonly fromAsset: string
  readonly paid: bigint
  readonly toAsset: string
  readonly received: bigint
  readonly at: number
}

/** What a user paid another one; `value` in atoms of USDT, as it counts against the daily cap. */
export interface Send {
  readonly id: number
  readonly userId: string
  readonly toUserId: string
  readonly clientOid: string
  readonly digest: string
  readonly asset: string
  readonly amount: bigint
  readonly value: bigint
  readonly at: number
}

/** What a user swapped with a pool; amounts in atoms. */
export interface Swap {
  readonly id: number
  readonly userId: string
  /** The quote that its wallet signed, which is its key too. */
  readonly clientOid: string
  readonly digest: string
  readonly pool: string
  /** Who signed. */
  readonly wallet: string
  readonly fromAsset: string
  readonly paid: bigint
  readonly toAsset: string
  readonly received: bigint
  readonly minimum: bigint
  readonly at: number
}

/** Interest that was paid for a position, and the UTC day that it was paid after. */
export interface EarnPayment {
  readonly positionId: number
  readonly userId: string
  readonly day: number
  readonly asset: string
  readonly amount: bigint
  readonly at: number
}

/** Copies of what a command touched of futures, as it left them. */
export interface FuturesEffects {
  readonly orders: readonly Readonly<FuturesOrder>[]
  readonly fills: readonly DoneFuturesFill[]
  /** One of zero lots was closed. */
  readonly positions: readonly Readonly<FuturesPosition>[]
  /** Accounts whose modes or leverages changed. */
  readonly accounts: readonly FuturesSettings[]
  readonly moves: readonly Move[]
  /** Steps of the ladder. */
  readonly liquidations: readonly Liquidation[]
}

/** One step of the ladder, with what decided it (futures 6): anybody can compute it again. */
export interface Liquidation {
  readonly id: number
  readonly realm: Account['realm']
  readonly userId: string
  readonly wallet: string
  readonly asset: string
  readonly step: LiquidationStep
  /** Before the step, in atoms. */
  readonly equity: bigint
  readonly requirement: bigint
  /** The position that the step trades, how much of it, and the furthest price in ticks. */
  readonly traded?: {
    readonly symbol: string
    readonly side: PositionSide
    readonly lots: number
    readonly ticks: number
  }
  /** The prices of every position of the wallet, in ticks. */
  readonly prices: readonly (readonly [symbol: string, mark: number, index: number])[]
  readonly at: number
}

/** The modes and leverages of an account. */
export type FuturesSettings = Pick<FuturesAccount, 'realm' | 'userId' | 'mode' | 'liquidating'> & {
  readonly settings: readonly (readonly [string, SymbolSettings])[]
}

/** A wallet, or the isolated margin of a position: `futures/usdt/BTCUSDT/net`. */
export type MovedWallet = Wallet | `futures/${string}`

/** Funds that went from one wallet of a user to another. */
export interface Move {
  readonly id: number
  readonly realm: Account['realm']
  readonly userId: string
  readonly from: MovedWallet
  readonly to: MovedWallet
  readonly asset: string
  readonly amount: bigint
  readonly clientOid: string
  readonly digest: string
  readonly at: number
}

/** The first use of an idempotency key. */
export interface NewKey {
  readonly key: string
  readonly digest: string
  /** Of an order what was answered, of a top-up nothing. */
  readonly answer: OrderAnswer | null
}

export type MarketEffect =
  | {
      readonly kind: 'trade'
      readonly instrumentId: string
      readonly level: Level
      readonly takerSide: Side
      readonly at: number
    }
  | {
      readonly kind: 'level'
      readonly instrumentId: string
      readonly side: Side
      readonly level: Level
    }

/** A transfer that was carried out. */
export interface Transfer {
  readonly id: number
  readonly askedBy: string
  readonly clientOid: string
  readonly fromUserId: string
  readonly toUserId: string
  readonly asset: string
  readonly amount: bigint
  /**
   * What the sender owned of the asset afterwards, held or not: how much of it can still be what it
   * bought (docs/adr/trading.md).
   */
  readonly leftBehind: bigint
  readonly at: number
}

/** The answer to a place or cancel command. */
export interface OrderAnswer {
  readonly orderId: string
  readonly clientOid: string
  readonly status: OrderStatus
}

/** A refusal leaves no trace: not in the state, not in the journal. */
export interface Refusal {
  readonly reason: RefusalReason
  /** Which balance is not sufficient. */
  readonly asset?: string
}

/** Why a command is refused; its sender has the code and the sentence (modules/trading). */
export type RefusalReason =
  | 'order-not-open'
  | 'balance'
  | 'would-trade'
  | 'not-fillable'
  | 'key-used'
  | 'no-algo'
  | 'algo-limit'
  | 'algo-early'
  | 'no-transfer'
  | 'top-up-limit'
  | WithdrawalRefusalReason
  | DepositRefusalReason
  | ProductRefusalReason
  | P2pRefusalReason
  | CopyRefusalReason
  | FuturesRefusalReason
  | MarginRefusalReason

/** Why a command of a margin account is refused (futures 11). */
type MarginRefusalReason = 'loan-limit' | 'pool-empty' | 'margin-level' | 'nothing-owed'

/** Why a command of earn or red packets is refused (products 3, products 4). */
export type ProductRefusalReason =
  | 'packet-terms'
  | 'no-packet'
  | 'own-packet'
  | 'claimed'
  | 'no-position'
  | 'earn-limit'
  | 'earn-paused'

/** Why a command of P2P trading is refused (products 2). */
export type P2pRefusalReason =
  | 'advert-terms'
  | 'advert-state'
  | 'advert-changed'
  | 'no-advert'
  | 'own-advert'
  | 'no-p2p-order'
  | 'p2p-amount'
  | 'p2p-early'
  | 'p2p-limit'
  | 'p2p-remaining'
  | 'p2p-state'
  | 'p2p-stopped'
/** Why a command of copy trading is refused (products 1). */
export type CopyRefusalReason =
  | 'no-lead'
  | 'no-follow'
  | 'copy-terms'
  | 'copy-state'
  | 'copy-full'
  | 'copy-own'
  | 'copy-twice'

/** Why a command of a withdrawal is refused (wallet 4). */
export type WithdrawalRefusalReason =
  | 'withdraw-cap'
  | 'swap-price'
  | 'pool-state'
  | 'no-withdrawal'
  | 'withdrawal-state'
  | 'approved-twice'
  | 'withdrawals-stopped'

/** Why a command of a deposit is refused (wallet 3). */
export type DepositRefusalReason =
  | 'deposit-locked'
  | 'deposit-known'
  | 'deposit-stale'
  | 'deposit-state'
  | 'no-deposit'

/** Why a futures command is refused (futures 11). */
export type FuturesRefusalReason =
  | 'order-terms'
  | 'price-band'
  | 'no-mark'
  | 'nothing-to-reduce'
  | 'leverage'
  | 'position-limit'
  | 'liquidated-at-once'
  | 'orders-or-positions'
  | 'being-liquidated'
  | 'beyond-bankruptcy'
  | 'margin-needed'
  | 'not-due'

export type Outcome =
  | { readonly refused: Refusal }
  | { readonly effects: Effects; readonly answer?: OrderAnswer }

/** Gathers what a running command touches; `seal` takes the copies at its end. */
export interface EffectLog {
  readonly at: number
  addTransaction(transaction: LedgerTransaction): void
  addFill(fill: Fill): void
  addTransfer(transfer: Transfer): void
  addMarket(effect: MarketEffect): void
  addRested(orderId: number): void
  addKey(key: NewKey): void
  /** Says how a hold stands now; the last word of a command counts. */
  setHold(hold: Hold): void
  touchOrder(order: Order): void
  /** The orders that were touched so far. */
  touchedOrders(): readonly Order[]
  touchAlgo(algo: Algo): void
  touchAccount(account: Account): void
  readonly futuresFills: FuturesFill[]
  readonly moves: Move[]
  readonly liquidations: Liquidation[]
  readonly records: RecordLog
  touchFuturesOrder(order: FuturesOrder): void
  touchPosition(position: FuturesPosition): void
  touchSettings(account: FuturesAccount): void
  touchWithdrawal(withdrawal: Withdrawal): void
  touchDeposit(deposit: Deposit): void
  readonly claims: DepositClaim[]
  readonly staleDeposits: DepositEffects['stale'][number][]
  readonly treasuryMoves: TreasuryMove[]
  touchPacket(packet: RedPacket): void
  touchEarn(position: EarnPosition): void
  readonly earnPayments: EarnPayment[]
  touchAdvert(advert: P2pAdvert): void
  touchP2pOrder(order: P2pOrder): void
  readonly conversions: Conversion[]
  readonly sends: Send[]
  readonly swaps: Swap[]
  touchLead(lead: CopyLead): void
  touchFollow(follow: CopyFollow): void
  readonly copyOrders: CopyOrder[]
  readonly copyShares: CopyShare[]
  readonly copyDays: CopyDay[]
  touchMargin(account: MarginAccount): void
  readonly loans: LoanRecord[]
  readonly marginSteps: MarginLiquidation[]
  seal(): Effects
}

export const createEffectLog = (at: number): EffectLog => new Gathered(at)

const NONE: readonly never[] = []

/** An array that a first value is pushed to has the capacity for sixteen more. */
function appended<T>(list: T[] | undefined, value: T): T[] {
  if (!list) return [value]
  list.push(value)
  return list
}

/**
 * What most commands have none of is made when it is first asked for: a command is executed in
 * microseconds, of which forty empty collections would take a fifth.
 */
class Gathered implements EffectLog {
  readonly at: number
  #transactions: LedgerTransaction[] | undefined
  #transfers: Transfer[] | undefined
  #market: MarketEffect[] | undefined
  #rested: number[] | undefined
  #keys: NewKey[] | undefined
  #fills: Fill[] | undefined
  readonly #orders = new Touched<Order>()
  readonly #accounts = new Touched<Account>()
  readonly #holds = new LatestHolds()
  #algos: Set<Algo> | undefined
  #withdrawals: Set<Withdrawal> | undefined
  #futures: ReturnType<typeof createFuturesLog> | undefined
  #deposits: ReturnType<typeof createDepositsLog> | undefined
  #products: ReturnType<typeof createProductsLog> | undefined
  #p2p: ReturnType<typeof createP2pLog> | undefined
  #payments: ReturnType<typeof createPaymentLog> | undefined
  #copy: ReturnType<typeof createCopyLog> | undefined
  #margin: ReturnType<typeof createMarginLog> | undefined

  constructor(at: number) {
    this.at = at
  }

  addTransaction(transaction: LedgerTransaction): void {
    this.#transactions = appended(this.#transactions, transaction)
  }
  addTransfer(transfer: Transfer): void {
    this.#transfers = appended(this.#transfers, transfer)
  }
  addMarket(effect: MarketEffect): void {
    this.#market = appended(this.#market, effect)
  }
  addRested(orderId: number): void {
    this.#rested = appended(this.#rested, orderId)
  }
  addKey(key: NewKey): void {
    this.#keys = appended(this.#keys, key)
  }
  addFill(fill: Fill): void {
    this.#fills = appended(this.#fills, fill)
  }

  setHold(hold: Hold): void {
    this.#holds.set(hold)
  }
  touchOrder(order: Order): void {
    this.#orders.add(order)
  }
  touchedOrders(): readonly Order[] {
    return this.#orders.list
  }
  touchAccount(account: Account): void {
    this.#accounts.add(account)
  }
  touchAlgo(algo: Algo): void {
    ;(this.#algos ??= new Set()).add(algo)
  }
  touchWithdrawal(withdrawal: Withdrawal): void {
    ;(this.#withdrawals ??= new Set()).add(withdrawal)
  }

  get #ofFutures() {
    return (this.#futures ??= createFuturesLog()).log
  }
  get futuresFills() {
    return this.#ofFutures.futuresFills
  }
  get moves() {
    return this.#ofFutures.moves
  }
  get liquidations() {
    return this.#ofFutures.liquidations
  }
  get records() {
    return this.#ofFutures.records
  }
  touchFuturesOrder(order: FuturesOrder): void {
    this.#ofFutures.touchFuturesOrder(order)
  }
  touchPosition(position: FuturesPosition): void {
    this.#ofFutures.touchPosition(position)
  }
  touchSettings(account: FuturesAccount): void {
    this.#ofFutures.touchSettings(account)
  }

  get #ofDeposits() {
    return (this.#deposits ??= createDepositsLog()).log
  }
  get claims() {
    return this.#ofDeposits.claims
  }
  get staleDeposits() {
    return this.#ofDeposits.staleDeposits
  }
  get treasuryMoves() {
    return this.#ofDeposits.treasuryMoves
  }
  touchDeposit(deposit: Deposit): void {
    this.#ofDeposits.touchDeposit(deposit)
  }

  get #ofProducts() {
    return (this.#products ??= createProductsLog()).log
  }
  get earnPayments() {
    return this.#ofProducts.earnPayments
  }
  touchPacket(packet: RedPacket): void {
    this.#ofProducts.touchPacket(packet)
  }
  touchEarn(position: EarnPosition): void {
    this.#ofProducts.touchEarn(position)
  }

  get #ofP2p() {
    return (this.#p2p ??= createP2pLog()).log
  }
  touchAdvert(advert: P2pAdvert): void {
    this.#ofP2p.touchAdvert(advert)
  }
  touchP2pOrder(order: P2pOrder): void {
    this.#ofP2p.touchP2pOrder(order)
  }

  get #ofPayments() {
    return (this.#payments ??= createPaymentLog()).log
  }
  get conversions() {
    return this.#ofPayments.conversions
  }
  get sends() {
    return this.#ofPayments.sends
  }
  get swaps() {
    return this.#ofPayments.swaps
  }

  get #ofCopies() {
    return (this.#copy ??= createCopyLog()).log
  }
  get copyOrders() {
    return this.#ofCopies.copyOrders
  }
  get copyShares() {
    return this.#ofCopies.copyShares
  }
  get copyDays() {
    return this.#ofCopies.copyDays
  }
  touchLead(lead: CopyLead): void {
    this.#ofCopies.touchLead(lead)
  }
  touchFollow(follow: CopyFollow): void {
    this.#ofCopies.touchFollow(follow)
  }

  get #ofMargin() {
    return (this.#margin ??= createMarginLog()).log
  }
  get loans() {
    return this.#ofMargin.loans
  }
  get marginSteps() {
    return this.#ofMargin.marginSteps
  }
  touchMargin(account: MarginAccount): void {
    this.#ofMargin.touchMargin(account)
  }

  seal(): Effects {
    const effects: Effects = {
      at: this.at,
      transactions: this.#transactions ?? NONE,
      transfers: this.#transfers ?? NONE,
      market: this.#market ?? NONE,
      rested: this.#rested ?? NONE,
      keys: this.#keys ?? NONE,
      fills: this.#fills?.map((fill) => ({ ...fill, status: fill.order.status })) ?? NONE,
      holds: this.#holds.list,
      orders: copiesOf(this.#orders.list),
      accounts: copiesOf(this.#accounts.list),
    }
    return this.#hasOthers() ? { ...effects, ...this.#others() } : effects
  }

  /** Whether the command touched more than spot orders and accounts. */
  #hasOthers(): boolean {
    return (
      this.#algos !== undefined ||
      this.#withdrawals !== undefined ||
      this.#futures !== undefined ||
      this.#deposits !== undefined ||
      this.#products !== undefined ||
      this.#p2p !== undefined ||
      this.#payments !== undefined ||
      this.#copy !== undefined ||
      this.#margin !== undefined
    )
  }

  #others(): Partial<Effects> {
    return {
      ...this.#futures?.seal(),
      ...this.#products?.seal(),
      ...this.#p2p?.seal(),
      ...this.#payments?.seal(),
      ...this.#copy?.seal(),
      ...(this.#algos && { algos: Array.from(this.#algos, (algo) => ({ ...algo })) }),
      ...(this.#withdrawals && {
        withdrawals: Array.from(this.#withdrawals, (each) => ({ ...each })),
      }),
      ...this.#deposits?.seal(),
      ...this.#margin?.seal(),
    }
  }
}

/** Each as it is now. */
const copiesOf = <T extends object>(values: readonly T[]): T[] =>
  values.map((value) => ({ ...value }))

function createMarginLog() {
  const accounts = new Set<MarginAccount>()
  const loans: LoanRecord[] = []
  const marginSteps: MarginLiquidation[] = []
  const log: Pick<EffectLog, 'touchMargin' | 'loans' | 'marginSteps'> = {
    touchMargin: (account) => void accounts.add(account),
    loans,
    marginSteps,
  }
  const seal = (): { readonly margin?: MarginEffects } =>
    accounts.size + loans.length + marginSteps.length === 0
      ? {}
      : {
          margin: {
            accounts: [...accounts].map(dumpMarginAccount),
            loans,
            liquidations: marginSteps,
          },
        }
  return { log, seal }
}

function createProductsLog() {
  const packets = new Set<RedPacket>()
  const positions = new Set<EarnPosition>()
  const earnPayments: EarnPayment[] = []
  const log: Pick<EffectLog, 'touchPacket' | 'touchEarn' | 'earnPayments'> = {
    touchPacket: (packet) => void packets.add(packet),
    touchEarn: (position) => void positions.add(position),
    earnPayments,
  }
  const seal = (): { readonly products?: ProductEffects } =>
    packets.size + positions.size === 0
      ? {}
      : {
          products: {
            packets: [...packets].map((packet) => ({ ...packet, claims: [...packet.claims] })),
            positions: [...positions].map((position) => ({ ...position })),
            payments: earnPayments,
          },
        }
  return { log, seal }
}

function createPaymentLog() {
  const log: Pick<EffectLog, 'conversions' | 'sends' | 'swaps'> = {
    conversions: [],
    sends: [],
    swaps: [],
  }
  const seal = (): { readonly payments?: PaymentEffects } =>
    log.conversions.length + log.sends.length + log.swaps.length === 0
      ? {}
      : { payments: { ...log } }
  return { log, seal }
}

function createP2pLog() {
  const adverts = new Set<P2pAdvert>()
  const orders = new Set<P2pOrder>()
  const log: Pick<EffectLog, 'touchAdvert' | 'touchP2pOrder'> = {
    touchAdvert: (advert) => void adverts.add(advert),
    touchP2pOrder: (order) => void orders.add(order),
  }
  const seal = (): { readonly p2p?: P2pEffects } =>
    adverts.size + orders.size === 0
      ? {}
      : {
          p2p: {
            adverts: [...adverts].map((advert) => ({ ...advert })),
            orders: [...orders].map((order) => ({ ...order })),
          },
        }
  return { log, seal }
}

function createCopyLog() {
  const leads = new Set<CopyLead>()
  const follows = new Set<CopyFollow>()
  const log = {
    copyOrders: [] as CopyOrder[],
    copyShares: [] as CopyShare[],
    copyDays: [] as CopyDay[],
    touchLead: (lead: CopyLead) => void leads.add(lead),
    touchFollow: (follow: CopyFollow) => void follows.add(follow),
  }
  const { copyOrders: orders, copyShares: shares, copyDays: days } = log
  const seal = (): { readonly copy?: CopyEffects } =>
    leads.size + follows.size + orders.length + days.length === 0
      ? {}
      : {
          copy: {
            leads: [...leads].map((lead) => ({ ...lead })),
            follows: [...follows].map((follow) => ({ ...follow })),
            orders,
            shares,
            days,
          },
        }
  return { log, seal }
}

function createFuturesLog() {
  const orders = new Set<FuturesOrder>()
  const positions = new Set<FuturesPosition>()
  const accounts = new Set<FuturesAccount>()
  const futuresFills: FuturesFill[] = []
  const moves: Move[] = []
  const liquidations: Liquidation[] = []
  const records: RecordLog = { closed: [], steps: [], deleveraged: [] }
  const log: Pick<
    EffectLog,
    | 'futuresFills'
    | 'moves'
    | 'liquidations'
    | 'records'
    | 'touchFuturesOrder'
    | 'touchPosition'
    | 'touchSettings'
  > = {
    futuresFills,
    moves,
    liquidations,
    records,
    touchFuturesOrder: (order) => void orders.add(order),
    touchPosition: (position) => void positions.add(position),
    touchSettings: (account) => void accounts.add(account),
  }
  function seal(): Pick<Effects, 'futures' | 'records'> {
    const touched =
      orders.size + positions.size + accounts.size + moves.length + liquidations.length
    const { closed, steps, deleveraged, prices, funding } = records
    const isNoted = closed.length + steps.length + deleveraged.length > 0 || prices || funding
    const noted = isNoted ? { records } : {}
    if (touched === 0) return noted
    return {
      ...noted,
      futures: {
        orders: [...orders].map((order) => ({ ...order })),
        fills: futuresFills.map((fill) => ({ ...fill, status: fill.order.status })),
        positions: [...positions].map((position) => ({ ...position })),
        accounts: [...accounts].map(({ realm, userId, mode, settings, liquidating }) => ({
          realm,
          userId,
          mode,
          settings: [...settings],
          ...(liquidating ? { liquidating } : {}),
        })),
        moves,
        liquidations,
      },
    }
  }
  return { log, seal }
}

function createDepositsLog() {
  const booked = new Set<Deposit>()
  const claims: DepositClaim[] = []
  const stale: DepositEffects['stale'][number][] = []
  const moves: TreasuryMove[] = []
  const log: Pick<EffectLog, 'touchDeposit' | 'claims' | 'staleDeposits' | 'treasuryMoves'> = {
    touchDeposit: (deposit) => void booked.add(deposit),
    claims,
    staleDeposits: stale,
    treasuryMoves: moves,
  }
  function seal(): { readonly deposits?: DepositEffects } {
    if (booked.size + claims.length + stale.length + moves.length === 0) return {}
    return { deposits: { booked: [...booked].map((each) => ({ ...each })), claims, stale, moves } }
  }
  return { log, seal }
}

export const refuse = (
  reason: RefusalReason,
  details: Pick<Refusal, 'asset'> = {},
): { readonly refused: Refusal } => ({ refused: { reason, ...details } })
