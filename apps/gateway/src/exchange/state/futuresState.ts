import type { Realm } from '../accounts/accounts.ts'
import type { PositionSide } from '../accounts/owner.ts'
import { createTriggerBook, type TriggerBook } from '../matching/createTriggerBook.ts'
import { createHeldPositions, type HeldPositions } from './heldPositions.ts'
import { contractLegs, createOpenLegs, type OpenLegs } from './openLegs.ts'
import {
  waitsForTrigger,
  type FuturesOrder,
  type MarginMode,
  type PositionMode,
} from './futuresOrder.ts'

/** The house account among the accounts: no user has this id. */
export const HOUSE_ID = ''

/** A position; below zero lots it is short. Signed atoms of the margin asset are exact. */
export interface FuturesPosition {
  readonly id: number
  readonly realm: Realm
  readonly userId: string
  readonly symbol: string
  readonly side: PositionSide
  lots: number
  /** C: what the open lots are worth at the prices paid. */
  cost: bigint
  /** S: the unrealised profit that is in the wallet already. */
  settled: bigint
  /** Since it was opened: results, fees and funding paid. */
  result: bigint
  fees: bigint
  funding: bigint
  readonly openedAt: number
  updatedAt: number
  /** Lots opened and closed since then, and what the opened ones were worth. */
  openedLots: number
  closedLots: number
  openedValue: bigint
}

export interface SymbolSettings {
  readonly marginMode: MarginMode
  readonly leverage: number
  /** Isolated margin in two-way mode: of the short leg, where it differs. */
  readonly shortLeverage?: number
  /** Legs whose isolated margin grows by itself before they would be liquidated. */
  readonly autoMargin?: readonly PositionSide[]
}

export const DEFAULT_SETTINGS: SymbolSettings = { marginMode: 'cross', leverage: 20 }

export interface FuturesAccount {
  readonly realm: Realm
  readonly userId: string
  mode: PositionMode
  /** By symbol; default: `DEFAULT_SETTINGS`. */
  readonly settings: Map<string, SymbolSettings>
  /** By `positionKey`; none has zero lots. */
  readonly positions: Map<string, FuturesPosition>
  readonly orders: Set<FuturesOrder>
  /** The ladder has begun with it: it takes no orders. */
  liquidating?: readonly string[]
}

/** In ticks. `isFresh`: positions may be opened and liquidated at them. */
export interface ContractPrice {
  readonly mark: number
  readonly index: number
  readonly at: number
  readonly isFresh: boolean
}

/** Eight hours of an insurance fund: its high, and what it paid, by symbol. */
export interface FundWindow {
  /** Which span of eight hours, counted from the epoch. */
  readonly window: number
  high: bigint
  readonly paid: Map<string, bigint>
}

/** A funding of which some parts are paid. */
export interface FundingProgress {
  readonly rate: number
  readonly mark: number
  /** The part that is paid next. */
  readonly next: number
  readonly of: number
}

/** All of futures. Empty until the first command for it; only `execute` changes it. */
export interface FuturesState {
  /** Accounts are only ever added. */
  readonly accounts: Map<string, FuturesAccount>
  readonly held: HeldPositions<FuturesPosition>
  /** Open orders of users, both realms, by id. */
  readonly orders: Map<number, FuturesOrder>
  readonly prices: Map<string, ContractPrice>
  /** The engine's number of each leg (`legOf`), from 1; the house is 0. */
  readonly legs: Map<string, number>
  /** By realm and asset. */
  readonly funds: Map<string, FundWindow>
  /** Between the first and the last part of a funding only: a kill may come between them. */
  readonly fundings: Map<string, FundingProgress>
  readonly openOrder: (key: string) => FuturesOrder | undefined
  readonly triggers: (realm: Realm, symbol: string) => TriggerBook | undefined
  /** Brings the trigger book and the number of legs up to the order as it is now. */
  arm(order: FuturesOrder): void
  addOrder(order: FuturesOrder): void
  dropOrder(order: FuturesOrder): void
}

export const positionKey = (symbol: string, side: PositionSide): string => `${symbol} ${side}`

export const futuresAccountKey = (realm: Realm, userId: string): string => `${realm}:${userId}`

/** Names a key among those of futures orders; spot orders have their own. */
export const futuresOrderKey = ({
  realm,
  userId,
  clientOid,
}: Pick<FuturesOrder, 'realm' | 'userId' | 'clientOid'>): string =>
  `futures:${realm}:${userId}:${clientOid}`

/** Names a key among those of moves between wallets of a user. */
export const moveKey = ({
  realm,
  userId,
  clientOid,
}: Pick<FuturesOrder, 'realm' | 'userId' | 'clientOid'>): string =>
  `move:${realm}:${userId}:${clientOid}`

/** The name of an engine account (futures 4): `7`, `7#long`, `7#short`. */
export const legOf = ({ userId, side }: { readonly userId: string; readonly side: PositionSide }) =>
  side === 'net' ? userId : `${userId}#${side}`

/** Empty. `openLegs` counts the legs of its orders beside those of pairs. */
export function createFuturesState(openLegs: OpenLegs = createOpenLegs()): FuturesState {
  const byKey = new Map<string, FuturesOrder>()
  const waiting = new Map<string, TriggerBook>()
  const state: FuturesState = {
    accounts: new Map(),
    held: createHeldPositions(),
    orders: new Map(),
    prices: new Map(),
    legs: new Map(),
    funds: new Map(),
    fundings: new Map(),
    openOrder: (key) => byKey.get(key),
    triggers: (realm, symbol) => waiting.get(`${realm}:${symbol}`),
    arm(order) {
      openLegs.set(order, contractLegs(order))
      const key = `${order.realm}:${order.symbol}`
      const book = waiting.get(key)
      if (!waitsForTrigger(order)) return book?.drop(order.id)
      const made = book ?? createTriggerBook()
      waiting.set(key, made)
      made.put(order.id, order.triggers)
    },
    addOrder(order) {
      state.orders.set(order.id, order)
      byKey.set(futuresOrderKey(order), order)
      state.arm(order)
      openFuturesAccount(state, order).orders.add(order)
    },
    dropOrder(order) {
      state.orders.delete(order.id)
      openLegs.set(order, 0)
      const key = futuresOrderKey(order)
      if (byKey.get(key) === order) byKey.delete(key)
      waiting.get(`${order.realm}:${order.symbol}`)?.drop(order.id)
      state.accounts.get(futuresAccountKey(order.realm, order.userId))?.orders.delete(order)
    },
  }
  return state
}

/** The account, opened on first mention. */
export function openFuturesAccount(
  state: Pick<FuturesState, 'accounts' | 'held'>,
  { realm, userId }: { readonly realm: Realm; readonly userId: string },
): FuturesAccount {
  const key = futuresAccountKey(realm, userId)
  const known = state.accounts.get(key)
  if (known) return known
  const account: FuturesAccount = {
    realm,
    userId,
    mode: 'one_way',
    settings: new Map(),
    positions: state.held.open(state.accounts.size),
    orders: new Set(),
  }
  state.accounts.set(key, account)
  return account
}

export const settingsOf = (
  { settings }: { readonly settings: ReadonlyMap<string, SymbolSettings> },
  symbol: string,
): SymbolSettings => settings.get(symbol) ?? DEFAULT_SETTINGS

export const leverageOf = (
  { leverage, shortLeverage }: SymbolSettings,
  side: PositionSide,
): number => (side === 'short' ? (shortLeverage ?? leverage) : leverage)

/** One row of a dump. Amounts are text. */
export type FuturesRow =
  | readonly [
      kind: 'account',
      realm: Realm,
      userId: string,
      mode: PositionMode,
      ...extra: readonly [
        settings: readonly (readonly [string, SymbolSettings])[],
        liquidating?: readonly string[],
      ],
    ]
  | readonly [kind: 'position', position: PositionDump]
  | readonly [kind: 'order', order: FuturesOrderDump]
  | readonly [kind: 'price', symbol: string, price: ContractPrice]
  | readonly [kind: 'leg', name: string, account: number]
  | readonly [kind: 'funding', symbol: string, progress: FundingProgress]
  | readonly [
      kind: 'fund',
      key: string,
      window: number,
      high: string,
      paid: readonly (readonly [symbol: string, amount: string])[],
    ]

/** A row type with its amounts as text. */
type AsText<T, K extends keyof T> = Omit<T, K> & { readonly [F in K]: string }
export type PositionDump = AsText<
  FuturesPosition,
  'cost' | 'settled' | 'result' | 'fees' | 'funding' | 'openedValue'
>
export type FuturesOrderDump = AsText<FuturesOrder, 'filledTickLots' | 'fee' | 'result'>

/** Nothing for a state that has had no futures command. */
export function* dumpFutures(state: FuturesState): Generator<FuturesRow> {
  for (const [name, account] of state.legs) yield ['leg', name, account]
  for (const [symbol, price] of state.prices) yield ['price', symbol, price]
  for (const [symbol, progress] of state.fundings) yield ['funding', symbol, progress]
  for (const [key, { window, high, paid }] of state.funds)
    yield [
      'fund',
      key,
      window,
      String(high),
      [...paid].map(([symbol, each]) => [symbol, String(each)]),
    ]
  for (const { realm, userId, mode, settings, liquidating } of state.accounts.values())
    yield liquidating
      ? ['account', realm, userId, mode, [...settings], liquidating]
      : ['account', realm, userId, mode, [...settings]]
  for (const { positions } of state.accounts.values())
    for (const position of positions.values()) yield ['position', dumpPosition(position)]
  for (const order of state.orders.values()) yield ['order', dumpFuturesOrder(order)]
}

export const dumpPosition = (position: FuturesPosition): PositionDump => ({
  ...position,
  cost: String(position.cost),
  settled: String(position.settled),
  result: String(position.result),
  fees: String(position.fees),
  funding: String(position.funding),
  openedValue: String(position.openedValue),
})

export const dumpFuturesOrder = (order: FuturesOrder): FuturesOrderDump => ({
  ...order,
  filledTickLots: String(order.filledTickLots),
  fee: String(order.fee),
  result: String(order.result),
})

export function restoreFutures(state: FuturesState, rows: Iterable<FuturesRow>): void {
  for (const row of rows)
    switch (row[0]) {
      case 'leg':
        state.legs.set(row[1], row[2])
        break
      case 'price':
        state.prices.set(row[1], row[2])
        break
      case 'funding':
        state.fundings.set(row[1], row[2])
        break
      case 'fund': {
        const [, key, window, high, paid] = row
        const amounts = new Map(paid.map(([symbol, amount]) => [symbol, BigInt(amount)]))
        state.funds.set(key, { window, high: BigInt(high), paid: amounts })
        break
      }
      case 'account': {
        const [, realm, userId, mode, settings, liquidating] = row
        const account = openFuturesAccount(state, { realm, userId })
        account.mode = mode
        for (const [symbol, each] of settings) account.settings.set(symbol, each)
        if (liquidating) account.liquidating = liquidating
        break
      }
      case 'position': {
        const position = positionFromDump(row[1])
        openFuturesAccount(state, position).positions.set(
          positionKey(position.symbol, position.side),
          position,
        )
        break
      }
      case 'order':
        state.addOrder(futuresOrderFromDump(row[1]))
    }
}

export const positionFromDump = (dump: PositionDump): FuturesPosition => ({
  ...dump,
  cost: BigInt(dump.cost),
  settled: BigInt(dump.settled),
  result: BigInt(dump.result),
  fees: BigInt(dump.fees),
  funding: BigInt(dump.funding),
  openedValue: BigInt(dump.openedValue),
})

export const futuresOrderFromDump = (dump: FuturesOrderDump): FuturesOrder => ({
  ...dump,
  filledTickLots: BigInt(dump.filledTickLots),
  fee: BigInt(dump.fee),
  result: BigInt(dump.result),
})
