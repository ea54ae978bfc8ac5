import type { Account } from '../accounts/accounts.ts'
import { HOUSE_ACCOUNT, spotOwner, type PositionSide } from '../accounts/owner.ts'
import {
  magnitudeOf,
  PPM,
  tierOf,
  valueOf,
  type ContractTerms,
} from '../instruments/contractTerms.ts'
import { absolute, divideDown, divideUp, larger, smaller } from '../instruments/rounding.ts'
import type { Side } from '../instruments/Instrument.ts'
import { addToSums, sumOrders, type OrderSums } from './orderSums.ts'
import {
  HOUSE_ID,
  leverageOf,
  positionKey,
  settingsOf,
  type FuturesPosition,
} from '../state/futuresState.ts'
import type { FuturesAccountView, FuturesView } from '../state/ExchangeView.ts'
import { contractOf, type ContractMarket, type ExchangeState, type Pair } from '../state/state.ts'

/** A contract's terms, without its engine. */
export type MarginMarket = Pick<ContractMarket, 'product' | 'instrument' | 'terms'>

/** What the arithmetic of margin reads: a state, or the view of one. */
export interface MarginState {
  readonly accounts: Pick<ExchangeState['accounts'], 'spendable'>
  readonly markets: ReadonlyMap<string, Pick<Pair, 'product' | 'instrument'> | MarginMarket>
  readonly futures: Pick<FuturesView, 'accounts' | 'prices'>
}

/** What booking reads and changes; a preview has one of its own. */
export type FundsState = Pick<ExchangeState, 'accounts' | 'futures' | 'next'> &
  Pick<MarginState, 'markets'>

/** An order that is looked at before it is placed. */
export interface Draft {
  readonly symbol: string
  readonly side: Side
  readonly positionSide: PositionSide
  readonly lots: number
  /** What it would trade for at most, without a sign, in atoms of the margin asset. */
  readonly value: bigint
  readonly takerPpm: number
}

/** An account; of one that is only judged what was computed once is kept. */
export interface RiskAccount extends FuturesAccountView {
  readonly found?: FoundRisks
}

/** What an account asks for while neither it nor a price changes. */
interface FoundRisks {
  /** By margin asset. */
  readonly symbols: Map<string, ReadonlySet<string>>
  readonly sums: Map<string, OrderSums>
  readonly risks: { readonly of: OfSymbol; readonly risk: SymbolRisk }[]
}

/** The account for a while in which nothing changes: its orders are summed once. */
export const unchanged = <Account extends FuturesAccountView>(
  account: Account,
): Account & RiskAccount => ({
  ...account,
  found: { symbols: new Map(), sums: new Map(), risks: [] },
})

/** Positions that one wallet carries: all with cross margin of an asset, or an isolated one. */
export interface MarginGroup {
  readonly account: RiskAccount
  /** The name of the wallet's owner. */
  readonly owner: string
  readonly asset: string
  readonly positions: readonly FuturesPosition[]
  readonly isIsolated: boolean
}

/** As `formatOwner` writes it, without reading it back: this is asked for at every position. */
export const crossOwner = (userId: string): string =>
  userId === HOUSE_ID ? HOUSE_ACCOUNT : `${spotOwner(userId)}/futures`

export const isolatedOwner = ({
  userId,
  symbol,
  side,
}: Pick<FuturesPosition, 'userId' | 'symbol' | 'side'>): string =>
  `${spotOwner(userId)}/futures/${symbol}/${side}`

/** The positions that share the cross wallet of an asset. */
export function crossGroup(state: MarginState, account: RiskAccount, asset: string): MarginGroup {
  const positions = [...account.positions.values()].filter(
    ({ symbol }) =>
      contractOf(state, symbol).instrument.marginAsset === asset &&
      settingsOf(account, symbol).marginMode === 'cross',
  )
  return { account, owner: crossOwner(account.userId), asset, positions, isIsolated: false }
}

/** The group of a position, or of the one that an order would open. */
export function groupOf(
  state: MarginState,
  account: RiskAccount,
  { symbol, side }: Pick<FuturesPosition, 'symbol' | 'side'>,
): MarginGroup {
  const asset = contractOf(state, symbol).instrument.marginAsset
  const { userId } = account
  if (userId === HOUSE_ID || settingsOf(account, symbol).marginMode === 'cross')
    return crossGroup(state, account, asset)
  const position = account.positions.get(positionKey(symbol, side))
  return {
    account,
    owner: isolatedOwner({ userId, symbol, side }),
    asset,
    positions: position ? [position] : [],
    isIsolated: true,
  }
}

/** Every group of an account that has a position. */
export function groupsOf(state: MarginState, account: FuturesAccountView): MarginGroup[] {
  const groups = new Map<string, MarginGroup>()
  for (const position of account.positions.values()) {
    const group = groupOf(state, account, position)
    groups.set(`${group.owner} ${group.asset}`, group)
  }
  return [...groups.values()]
}

/** What the wallet of a group has; asking opens no account. */
export const walletOf = (
  state: MarginState,
  { account, owner, asset }: Pick<MarginGroup, 'account' | 'owner' | 'asset'>,
): bigint => state.accounts.spendable(account.realm, owner, asset)

export const walletAccount = (
  state: Pick<ExchangeState, 'accounts'>,
  { account, owner, asset }: Pick<MarginGroup, 'account' | 'owner' | 'asset'>,
): Account => state.accounts.of(account.realm, owner, asset)

/** The last mark in ticks; 0 before the first. */
export const markOf = (
  { futures }: { readonly futures: Pick<FuturesView, 'prices'> },
  symbol: string,
): number => futures.prices.get(symbol)?.mark ?? 0

/** PnL of a position at the mark, less what of it is in the wallet already. */
export function unrealised(state: MarginState, position: FuturesPosition): bigint {
  const mark = markOf(state, position.symbol)
  if (mark === 0) return 0n
  const { terms } = contractOf(state, position.symbol)
  return valueOf(terms, position.lots, mark) - position.cost - position.settled
}

/** W + Σ(PnL − S) (futures 2). */
export const equityOf = (state: MarginState, group: MarginGroup): bigint =>
  group.positions.reduce(
    (sum, position) => sum + unrealised(state, position),
    walletOf(state, group),
  )

/** A symbol's positions and open orders, as margin counts them, in atoms without a sign. */
export interface SymbolRisk {
  /** M·P: the notional that maintenance is asked for. */
  readonly notional: bigint
  /** That with the orders which raise it: the largest of the legs. */
  readonly exposure: bigint
  readonly ofLegs: Readonly<Record<PositionSide, bigint>>
  /** Initial margin, and the part of it that only orders need. */
  readonly initial: bigint
  readonly initialOfOrders: bigint
  readonly openLoss: bigint
  readonly fees: bigint
}

interface OfSymbol {
  readonly symbol: string
  readonly draft?: Draft | undefined
}

/** Orders that only reduce, or wait for a trigger, need no margin. */
export function orderSums(
  state: MarginState,
  account: RiskAccount,
  { symbol, draft }: OfSymbol,
): OrderSums {
  const { terms } = contractOf(state, symbol)
  const context = { symbol, terms, mark: markOf(state, symbol) }
  const own = account.found?.sums.get(symbol) ?? sumOrders(account.orders, context)
  account.found?.sums.set(symbol, own)
  if (draft?.symbol !== symbol) return own
  const { net, long, short } = own.legs
  const sums = { ...own, legs: { net: { ...net }, long: { ...long }, short: { ...short } } }
  addToSums(sums, draft, context)
  return sums
}

/** Exposure, initial margin, open loss and fees of a symbol (futures 3). */
export function symbolRisk(state: MarginState, account: RiskAccount, of: OfSymbol): SymbolRisk {
  const draft = of.draft?.symbol === of.symbol ? of.draft : undefined
  const known = account.found?.risks.find(
    (each) => each.of.symbol === of.symbol && each.of.draft === draft,
  )
  if (known) return known.risk
  const risk = computeRisk(state, account, of)
  account.found?.risks.push({ of: { symbol: of.symbol, draft }, risk })
  return risk
}

function computeRisk(state: MarginState, account: RiskAccount, of: OfSymbol): SymbolRisk {
  const { symbol } = of
  const { terms } = contractOf(state, symbol)
  const mark = markOf(state, symbol)
  const settings = settingsOf(account, symbol)
  const { legs, ...costs } = orderSums(state, account, of)
  const held = (side: PositionSide): bigint =>
    magnitudeOf(terms, Math.abs(account.positions.get(positionKey(symbol, side))?.lots ?? 0), mark)
  const isShort = (account.positions.get(positionKey(symbol, 'net'))?.lots ?? 0) < 0
  const net = isShort ? -held('net') : held('net')
  const oneWay = larger(absolute(net + legs.net.buys), absolute(net - legs.net.sells))
  const long = held('long') + legs.long.buys
  const short = held('short') + legs.short.sells
  const exposure = larger(oneWay, larger(long, short))
  const ofLegs = { net: oneWay, long, short }
  const share = (value: bigint, side: PositionSide): bigint =>
    divideUp(value, BigInt(leverageOf(settings, side)))
  if (settings.marginMode === 'isolated') {
    // Each leg has a margin of its own, and a leverage.
    const notional = held('net') + held('long') + held('short')
    const initial = share(oneWay, 'net') + share(long, 'long') + share(short, 'short')
    const own =
      share(held('net'), 'net') + share(held('long'), 'long') + share(held('short'), 'short')
    return { notional, exposure, ofLegs, initial, initialOfOrders: initial - own, ...costs }
  }
  const notional = larger(held('net'), larger(held('long'), held('short')))
  const initial = share(exposure, 'net')
  return {
    notional,
    exposure,
    ofLegs,
    initial,
    initialOfOrders: initial - share(notional, 'net'),
    ...costs,
  }
}

/** (mm + f)(M·P + T) − cum in parts of an atom, at the tier of M·P (futures 3, trading 2). */
export function requirementPpm(
  terms: ContractTerms,
  { notional, exposure }: Pick<SymbolRisk, 'notional' | 'exposure'>,
): bigint {
  if (exposure === 0n) return 0n
  const { maintenancePpm, cum } = tierOf(terms, notional)
  return (maintenancePpm + terms.takerPpm) * chargedOf(terms, { notional, exposure }) - cum * PPM
}

/** M·P + T: open orders do not enter the requirement of inverse contracts (trading 2). */
export const chargedOf = (
  { isInverse }: ContractTerms,
  { notional, exposure }: Pick<SymbolRisk, 'notional' | 'exposure'>,
): bigint => (isInverse ? notional : exposure)

/** The symbols of an account whose margin asset this is, with a position or an open order. */
export function symbolsOf(
  state: MarginState,
  account: RiskAccount,
  asset: string,
): ReadonlySet<string> {
  const known = account.found?.symbols.get(asset)
  if (known) return known
  const symbols = new Set<string>()
  account.found?.symbols.set(asset, symbols)
  for (const { symbol } of account.positions.values()) symbols.add(symbol)
  for (const { symbol } of account.orders) symbols.add(symbol)
  for (const symbol of symbols)
    if (contractOf(state, symbol).instrument.marginAsset !== asset) symbols.delete(symbol)
  return symbols
}

/** What the equity of a group must exceed, in atoms, rounded up (futures 3). */
export function requirementOf(state: MarginState, group: MarginGroup, draft?: Draft): bigint {
  const { account, asset, positions, isIsolated } = group
  let ppm = 0n
  if (isIsolated)
    for (const { symbol, lots } of positions) {
      const { terms } = contractOf(state, symbol)
      const notional = magnitudeOf(terms, Math.abs(lots), markOf(state, symbol))
      ppm += requirementPpm(terms, { notional, exposure: notional })
    }
  else {
    const symbols = new Set(symbolsOf(state, account, asset))
    if (draft) symbols.add(draft.symbol)
    for (const symbol of symbols) {
      if (settingsOf(account, symbol).marginMode !== 'cross') continue
      const risk = symbolRisk(state, account, { symbol, draft })
      ppm += requirementPpm(contractOf(state, symbol).terms, risk)
    }
  }
  return divideUp(ppm, PPM)
}

/** Equity at or below the requirement, with something to liquidate (futures 3: margin ratio). */
export const isDue = (state: MarginState, group: MarginGroup): boolean =>
  group.account.userId !== HOUSE_ID &&
  group.positions.length > 0 &&
  equityOf(state, group) <= requirementOf(state, group)

/** On a stale index nothing is liquidated, and nothing leaves (futures 5). */
export const isFresh = ({ futures }: MarginState, { positions }: MarginGroup): boolean =>
  positions.every(({ symbol }) => futures.prices.get(symbol)?.isFresh === true)

/** What new orders may use of the cross wallet (futures 3); may be below zero. */
export function availableOf(
  state: MarginState,
  account: RiskAccount,
  { asset, draft }: { readonly asset: string; readonly draft?: Draft },
): bigint {
  const group = crossGroup(state, account, asset)
  return equityOf(state, group) - reservedOf(state, account, { asset, draft })
}

/** What may be moved out of the cross wallet: unrealised profit never leaves (futures 3). */
export function mayLeave(state: MarginState, account: FuturesAccountView, asset: string): bigint {
  const group = crossGroup(state, account, asset)
  const wallet = walletOf(state, group)
  const losses = group.positions.reduce(
    (sum, position) => sum + smaller(0n, unrealised(state, position)),
    0n,
  )
  const free = wallet + losses - reservedOf(state, account, { asset })
  return larger(0n, smaller(free, wallet))
}

function reservedOf(
  state: MarginState,
  account: RiskAccount,
  { asset, draft }: { readonly asset: string; readonly draft?: Draft | undefined },
): bigint {
  const symbols = new Set(symbolsOf(state, account, asset))
  if (draft) symbols.add(draft.symbol)
  let sum = 0n
  for (const symbol of symbols) {
    const risk = symbolRisk(state, account, { symbol, draft })
    const isCross = settingsOf(account, symbol).marginMode === 'cross'
    sum += (isCross ? risk.initial : risk.initialOfOrders) + risk.openLoss + risk.fees
  }
  return sum
}

/**
 * The price in ticks at which closing all of a position leaves nothing of its share of the equity,
 * rounded towards the mark (futures 3); 0 where a long has more than it can lose, and `undefined`
 * where a short does of an inverse contract.
 */
export function bankruptcyTicks(
  state: MarginState,
  position: FuturesPosition,
  group: MarginGroup,
): number | undefined {
  const market = contractOf(state, position.symbol)
  const { terms } = market
  const mark = markOf(state, position.symbol)
  const lots = Math.abs(position.lots)
  const direction = position.lots > 0 ? 1n : -1n
  const whole = group.positions.reduce((sum, each) => sum + ownRequirement(state, each), 0n)
  const own = ownRequirement(state, position)
  const equity = equityOf(state, group)
  // Towards the mark, which lies on the other side of it once the equity is below zero.
  const rounded = direction > 0n === equity >= 0n ? divideUp : divideDown
  if (terms.isInverse) {
    // Q(1 + d·f)/(Q/P + d·equity), over one denominator.
    const worth = magnitudeOf(terms, lots, mark)
    const denominator = (worth * whole + direction * equity * own) * PPM
    if (denominator <= 0n) return undefined
    return Number(
      rounded(BigInt(lots) * terms.unit * (PPM + direction * terms.takerPpm) * whole, denominator),
    )
  }
  const worth = magnitudeOf(terms, lots, mark)
  const left = (worth * whole - direction * equity * own) * PPM
  if (left <= 0n) return 0
  return Number(
    rounded(left, BigInt(lots) * terms.unit * (PPM - direction * terms.takerPpm) * whole),
  )
}

/** The requirement of one leg by itself, in parts of an atom: its share of the whole. */
export function ownRequirement(state: MarginState, { symbol, lots }: FuturesPosition): bigint {
  const { terms } = contractOf(state, symbol)
  const notional = magnitudeOf(terms, Math.abs(lots), markOf(state, symbol))
  return requirementPpm(terms, { notional, exposure: notional })
}

/** The furthest price of the band around the mark, in ticks (futures 1). */
export function bandTicks({ terms }: MarginMarket, mark: number, side: Side): number {
  const { bandPpm } = terms
  return Number(
    side === 'buy'
      ? divideDown(BigInt(mark) * (PPM + bandPpm), PPM)
      : divideUp(BigInt(mark) * (PPM - bandPpm), PPM),
  )
}
