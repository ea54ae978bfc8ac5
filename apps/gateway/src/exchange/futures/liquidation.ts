import { magnitudeOf, tierOf, valueOf } from '../instruments/contractTerms.ts'
import { feeOn } from '../accounts/fee.ts'
import { divideUp, larger } from '../instruments/rounding.ts'
import type { LiquidateCommand, LiquidationStep, PaperFills } from '../state/futuresCommand.ts'
import type { LiquidationInputs } from '../state/futuresRecords.ts'
import { refuse, type EffectLog, type Refusal } from '../state/effects.ts'
import type { FuturesAccountView } from '../state/ExchangeView.ts'
import type { FuturesOrder } from '../state/futuresOrder.ts'
import {
  HOUSE_ID,
  openFuturesAccount,
  settingsOf,
  type FuturesAccount,
  type FuturesPosition,
} from '../state/futuresState.ts'
import { contractOf, type ContractMarket, type ExchangeState } from '../state/state.ts'
import { addAutoMargin, autoMarginOf, TARGET } from './autoMargin.ts'
import { deleverage, deleveragingTicks } from './deleverage.ts'
import { bindLeg, contractEntry, enterContract, takePaperFills } from './enterContract.ts'
import { seasonOf } from './exits.ts'
import { fundBudget } from './insurance.ts'
import { accountAsIs } from './judge.ts'
import {
  bandTicks,
  bankruptcyTicks,
  chargedOf,
  equityOf,
  groupsOf,
  isDue,
  isFresh,
  markOf,
  ownRequirement,
  requirementOf,
  symbolRisk,
  symbolsOf,
  unrealised,
  walletOf,
  type MarginGroup,
  type MarginState,
} from './margin.ts'
import { cancelFuturesOrder } from './orders.ts'
import { tradeOutside } from './outside.ts'

type Refused = { readonly refused: Refusal }

/** Equity over requirement at which everything goes at once. */
const TOO_LOW = { top: 2n, bottom: 3n }

/** The groups that are due, worst equity/requirement first, ties by name (futures 6). */
export function dueGroups(
  state: MarginState,
  accounts: Iterable<FuturesAccountView> = state.futures.accounts.values(),
): MarginGroup[] {
  const due = [...accounts]
    .flatMap((account) => (account.userId === HOUSE_ID ? [] : groupsOf(state, account)))
    .filter((group) => isFresh(state, group) && isDue(state, group))
    .map((group) => ({
      group,
      equity: equityOf(state, group),
      requirement: requirementOf(state, group),
    }))
  return due
    .toSorted((a, b) => {
      const [one, other] = [a.equity * b.requirement, b.equity * a.requirement]
      if (one !== other) return one < other ? -1 : 1
      return nameOf(a.group) < nameOf(b.group) ? -1 : 1
    })
    .map(({ group }) => group)
}

const nameOf = ({ account, owner, asset }: MarginGroup): string =>
  `${account.realm} ${owner} ${asset}`

interface StepOptions {
  readonly at: number
  /** Paper realm: what the fill model decides of a slice. */
  readonly fillsOf?: (slice: Slice, group: MarginGroup) => PaperFills
  /**
   * Whether a slice finds nobody to trade with: it is left out, as a step that did nothing would be
   * published and reported each second. Default: it is tried.
   */
  readonly isFutile?: (slice: Slice, paper: PaperFills | undefined) => boolean
}

/** `Exit`: the command that fires an exit; `never` where a pass has none. */
export interface LadderOptions<Exit = never> extends StepOptions {
  /** Who is due, in order; changes nothing. Default: `dueGroups`, which looks at every account. */
  readonly dueNow?: () => readonly MarginGroup[]
  /** Fires the exits of who is due that the prices have reached; default: none. */
  readonly exitsOf?: (due: readonly MarginGroup[]) => Iterable<Exit>
}

/**
 * The commands of one pass of the ladder, for the driver that runs after `prices`: each has been
 * executed before the next is asked for (futures 6). Exits of who is due come before the first step
 * of the ladder. Every wallet has its turn once, those included that trades of the pass itself make
 * due.
 */
export function* ladderPass<Exit = never>(
  state: MarginState,
  { dueNow = () => dueGroups(state), exitsOf = () => [], ...options }: LadderOptions<Exit>,
): Generator<LiquidateCommand | Exit> {
  const done = new Set<string>()
  for (;;) {
    const due = yield* dueAfterExits({ dueNow, exitsOf })
    const left = due.filter((group) => !done.has(nameOf(group)))
    if (left.length === 0) return
    for (const group of left) {
      done.add(nameOf(group))
      yield* stepsOf(state, group, options)
    }
  }
}

/** Who is due once no exit of theirs is left to fire: each that fires may make others due. */
function* dueAfterExits<Exit>({
  dueNow,
  exitsOf,
}: Required<Pick<LadderOptions<Exit>, 'dueNow' | 'exitsOf'>>): Generator<
  Exit,
  readonly MarginGroup[]
> {
  for (;;) {
    const due = dueNow()
    let hasFired = false
    for (const exit of exitsOf(due)) {
      hasFired = true
      yield exit
    }
    if (!hasFired) return due
  }
}

function* stepsOf(
  state: MarginState,
  { account, owner, asset }: MarginGroup,
  { at, fillsOf, isFutile = () => false }: StepOptions,
): Generator<LiquidateCommand> {
  const { realm, userId } = account
  const names = { kind: 'liquidate', at, realm, userId, wallet: owner, asset } as const
  const due = (): MarginGroup | undefined => {
    const now = groupsOf(state, account).find(
      (each) => each.owner === owner && each.asset === asset,
    )
    return now && isDue(state, now) ? now : undefined
  }
  let group = due()
  if (group && autoMarginOf(state, group) > 0n) {
    yield { ...names, step: 'margin' }
    group = due()
  }
  if (group && ordersOf(state, group).length > 0) {
    yield { ...names, step: 'cancel' }
    group = due()
  }
  if (group && hedgesOf(group).length > 0) {
    yield { ...names, step: 'net' }
    group = due()
  }
  if (!group) return
  const slice = sliceOf(state, group)
  const paper = realm === 'paper' ? fillsOf?.(slice, group) : undefined
  if (!isFutile(slice, paper)) yield { ...names, step: 'reduce', ...(paper ? { paper } : {}) }
  // What the book and the fund did not take of positions that are worth less than nothing.
  for (group = due(); group && equityOf(state, group) <= 0n; group = due())
    yield { ...names, step: 'deleverage' }
}

/** One step of the ladder; refused for a group above its requirement (futures 6, futures F8). */
export function liquidate(
  state: ExchangeState,
  log: EffectLog,
  command: LiquidateCommand,
): Refused | undefined {
  const known = accountAsIs(state, command)
  const group = groupsOf(state, known).find(
    ({ owner, asset }) => owner === command.wallet && asset === command.asset,
  )
  if (!group || !isDue(state, group)) return refuse('not-due')
  if (!isFresh(state, group)) return refuse('no-mark')
  const inputs = inputsOf(state, group)
  const refused = runStep(state, log, { command, group })
  if (!refused) noteStep(state, log, { command, inputs })
  return refused
}

function runStep(
  state: ExchangeState,
  log: EffectLog,
  { command, group }: { readonly command: LiquidateCommand; readonly group: MarginGroup },
): Refused | undefined {
  const account = openFuturesAccount(state.futures, command)
  const orders = ordersOf(state, group)
  const hedges = hedgesOf(group)
  const { step } = command
  if (step === 'margin') return addAutoMargin(state, log, group)
  const publish = (slice?: Slice): void => publishStep(state, log, { group, command, step, slice })
  switch (step) {
    case 'cancel':
      if (orders.length === 0) return refuse('nothing-to-reduce')
      publish()
      for (const order of orders)
        if (state.futures.orders.has(order.id)) cancelFuturesOrder(state, log, order)
      return undefined
    case 'net':
      if (hedges.length === 0) return refuse('nothing-to-reduce')
      publish()
      for (const symbol of hedges) netLegs(state, log, { account, symbol })
      return undefined
    case 'reduce':
      if (orders.length > 0 || hedges.length > 0) return refuse('orders-or-positions')
      publish(sliceOf(state, group))
      reduce(state, log, { group, paper: command.paper })
      return undefined
    case 'deleverage':
      if (orders.length > 0 || hedges.length > 0 || equityOf(state, group) > 0n)
        return refuse('orders-or-positions')
      return deleverageLargest(state, log, { group, publish })
  }
}

/** Where a step has left its group; one that is gone has nothing to ask for. */
function noteStep(
  state: ExchangeState,
  log: EffectLog,
  { command, inputs }: { readonly command: LiquidateCommand; readonly inputs: LiquidationInputs },
): void {
  const step = log.liquidations.at(-1)
  if (!step) return
  const account = accountAsIs(state, command)
  const { wallet: owner, asset } = command
  const left = groupsOf(state, account).find((each) => each.owner === owner && each.asset === asset)
  log.records.steps.push({
    id: step.id,
    inputs,
    equityAfter: left ? equityOf(state, left) : walletOf(state, { account, owner, asset }),
    requirementAfter: left ? requirementOf(state, left) : 0n,
  })
}

/** All that equity and requirement of a group are computed from (futures 3). */
function inputsOf(state: MarginState, group: MarginGroup): LiquidationInputs {
  const { account, asset, isIsolated, positions } = group
  const notionalOf = ({ symbol, lots }: FuturesPosition): bigint =>
    magnitudeOf(contractOf(state, symbol).terms, Math.abs(lots), markOf(state, symbol))
  const risks = isIsolated
    ? positions.map((each) => {
        const notional = notionalOf(each)
        return { symbol: each.symbol, notional, exposure: notional }
      })
    : [...symbolsOf(state, account, asset)]
        .filter((symbol) => settingsOf(account, symbol).marginMode === 'cross')
        .map((symbol) => ({ symbol, ...symbolRisk(state, account, { symbol }) }))
  const ratesOf = (symbol: string, notional: bigint) => {
    const { terms } = contractOf(state, symbol)
    const { maintenancePpm, cum } = tierOf(terms, notional)
    return {
      maintenancePpm: String(maintenancePpm),
      cum: String(cum),
      takerPpm: String(terms.takerPpm),
    }
  }
  return {
    wallet: String(walletOf(state, group)),
    positions: positions.map(({ symbol, lots, cost, settled }) => ({
      symbol,
      lots,
      cost: String(cost),
      settled: String(settled),
      mark: markOf(state, symbol),
      ...ratesOf(symbol, risks.find((each) => each.symbol === symbol)?.notional ?? 0n),
    })),
    exposures: risks.map(({ symbol, notional, exposure }) => [
      symbol,
      String(chargedOf(contractOf(state, symbol).terms, { notional, exposure })),
      ratesOf(symbol, notional),
    ]),
  }
}

function deleverageLargest(
  state: ExchangeState,
  log: EffectLog,
  { group, publish }: { readonly group: MarginGroup; readonly publish: (slice: Slice) => void },
): undefined {
  const position = largestPosition(state, group)
  const ticks = deleveragingTicks(state, group, position)
  publish({ position, lots: Math.abs(position.lots), ticks })
  deleverage(state, log, { position, ticks })
}

/** What decides a step, before it changes anything. */
function publishStep(
  state: ExchangeState,
  log: EffectLog,
  {
    group,
    command: { realm, userId, wallet, asset },
    step,
    slice,
  }: {
    readonly group: MarginGroup
    readonly command: LiquidateCommand
    readonly step: LiquidationStep
    readonly slice: Slice | undefined
  },
): void {
  const id = state.next.liquidation ?? 1
  state.next.liquidation = id + 1
  const symbols = [...new Set(group.positions.map(({ symbol }) => symbol))]
  log.liquidations.push({
    id,
    realm,
    userId,
    wallet,
    asset,
    step,
    equity: equityOf(state, group),
    requirement: requirementOf(state, group),
    ...(slice
      ? {
          traded: {
            symbol: slice.position.symbol,
            side: slice.position.side,
            lots: slice.lots,
            ticks: slice.ticks,
          },
        }
      : {}),
    prices: symbols.map((symbol) => {
      const price = state.futures.prices.get(symbol)
      return [symbol, price?.mark ?? 0, price?.index ?? 0] as const
    }),
    at: log.at,
  })
}

/** With cross margin all orders of its asset; of an isolated position its own. */
function ordersOf(
  state: MarginState,
  { account, asset, isIsolated, positions: [position] }: MarginGroup,
): FuturesOrder[] {
  return [...account.orders].filter(({ symbol, positionSide }) =>
    isIsolated
      ? symbol === position?.symbol && positionSide === position.side
      : contractOf(state, symbol).instrument.marginAsset === asset,
  )
}

/** Symbols with both legs in the group. */
const hedgesOf = ({ positions }: MarginGroup): string[] =>
  positions
    .filter(({ side }) => side === 'long')
    .map(({ symbol }) => symbol)
    .filter((symbol) => positions.some((each) => each.symbol === symbol && each.side === 'short'))

/** Closes as much of both legs as they have in common, at the mark and free. */
function netLegs(
  state: ExchangeState,
  log: EffectLog,
  { account, symbol }: { readonly account: FuturesAccount; readonly symbol: string },
): void {
  const market = contractOf(state, symbol)
  const { realm, userId, positions } = account
  const long = positions.get(`${symbol} long`)?.lots ?? 0
  const short = positions.get(`${symbol} short`)?.lots ?? 0
  const lots = Math.min(long, -short)
  tradeOutside(state, log, {
    market,
    realm,
    kind: 'liquidation',
    ticks: markOf(state, symbol),
    lots,
    seller: { userId, side: 'long' },
    buyer: { userId, side: 'short' },
  })
}

/** The position that asks for most, ties by name. */
export function largestPosition(state: MarginState, { positions }: MarginGroup): FuturesPosition {
  const [largest] = positions.toSorted((a, b) => {
    const [one, other] = [ownRequirement(state, a), ownRequirement(state, b)]
    if (one !== other) return one > other ? -1 : 1
    return `${a.symbol} ${a.side}` < `${b.symbol} ${b.side}` ? -1 : 1
  })
  if (!largest) throw new RangeError('A group that is due has a position.')
  return largest
}

/** What the ladder closes at once, and how far it may trade. */
export interface Slice {
  readonly position: FuturesPosition
  readonly lots: number
  readonly ticks: number
}

/**
 * The fewest lots of the largest position after which equity >= 1.25 times the requirement, fees
 * and l paid, at the mark; all of it where equity <= 2/3 of the requirement (futures 6).
 */
export function sliceOf(state: MarginState, group: MarginGroup): Slice {
  const position = largestPosition(state, group)
  const { symbol } = position
  const market = contractOf(state, symbol)
  const all = Math.abs(position.lots)
  const equity = equityOf(state, group)
  const requirement = requirementOf(state, group)
  const mark = markOf(state, symbol)
  const isAll = equity * TOO_LOW.bottom <= requirement * TOO_LOW.top
  const { takerPpm, liquidationPpm } = market.terms
  const isEnough = (lots: number): boolean => {
    const closed = magnitudeOf(market.terms, lots, mark)
    const fees = feeOn(closed, Number(takerPpm)) + feeOn(closed, Number(liquidationPpm))
    const left = requirementWith(state, group, { position, lots: all - lots })
    return (equity - fees) * TARGET.bottom >= left * TARGET.top
  }
  let few = 0
  let enough = all
  if (!isAll && isEnough(all))
    while (enough - few > 1) {
      const middle = Math.floor((few + enough) / 2)
      if (isEnough(middle)) enough = middle
      else few = middle
    }
  const side = position.lots > 0 ? 'sell' : 'buy'
  const furthest = bandTicks(market, mark, side)
  const bound = equity > 0n ? (bankruptcyTicks(state, position, group) ?? furthest) : furthest
  const ticks = side === 'sell' ? Math.max(1, furthest, bound) : Math.min(furthest, bound)
  return { position, lots: enough, ticks }
}

/** The requirement if a position had so many lots, in its direction. */
function requirementWith(
  state: MarginState,
  group: MarginGroup,
  { position, lots }: { readonly position: FuturesPosition; readonly lots: number },
): bigint {
  const changed = { ...position, lots: position.lots > 0 ? lots : -lots }
  const positions = new Map(group.account.positions)
  positions.set(`${position.symbol} ${position.side}`, changed)
  const account = { ...group.account, positions }
  const own = group.positions.map((each) => (each === position ? changed : each))
  return requirementOf(state, { ...group, account, positions: own })
}

/** One immediate-or-cancel order of the ladder. */
function reduce(
  state: ExchangeState,
  log: EffectLog,
  { group, paper }: { readonly group: MarginGroup; readonly paper: PaperFills | undefined },
): void {
  const slice = sliceOf(state, group)
  const { position, ticks } = slice
  const market = contractOf(state, position.symbol)
  const isBankrupt = equityOf(state, group) <= 0n
  const budget = fundBudget(state, {
    realm: position.realm,
    asset: group.asset,
    symbol: position.symbol,
    at: log.at,
  })
  const order = liquidationOrder(state, log, { ...slice, market })
  const entry = { ...contractEntry(state, order), prevention: 'none' } as const
  // As many lots as the fund can pay for, where the position has nothing left to lose.
  const isPayable = (lots: number): boolean => {
    const found =
      position.realm === 'live'
        ? market.engine.preview({ ...entry, lots })
        : traded(paper?.fills ?? [], lots)
    if (found.lots === 0) return true
    const average = position.lots > 0 ? Math.floor : Math.ceil
    const price = average(found.tickLots / found.lots)
    return shortageOf(state, group, { position, market, lots: found.lots, ticks: price }) <= budget
  }
  const lots = isBankrupt ? mostLots(slice.lots, isPayable) : slice.lots
  if (lots === 0) return
  order.lots = lots
  state.next.order++
  state.futures.addOrder(order)
  log.touchFuturesOrder(order)
  if (order.realm === 'paper') {
    const within = (paper?.fills ?? []).filter(([price]) =>
      order.side === 'sell' ? price >= ticks : price <= ticks,
    )
    return takePaperFills(state, log, {
      market,
      order,
      paper: { fills: within, rests: false, queueAhead: 0 },
    })
  }
  bindLeg(state, order)
  enterContract(state, log, { market, order, entry: { ...entry, lots } })
}

/** The largest number up to `most` that is allowed, by halving. */
function mostLots(most: number, isAllowed: (lots: number) => boolean): number {
  if (isAllowed(most)) return most
  let allowed = 0
  let refused = most
  while (refused - allowed > 1) {
    const middle = Math.floor((allowed + refused) / 2)
    if (isAllowed(middle)) allowed = middle
    else refused = middle
  }
  return allowed
}

function traded(
  fills: PaperFills['fills'],
  most: number,
): { readonly lots: number; readonly tickLots: number } {
  let lots = 0
  let tickLots = 0
  for (const [ticks, size] of fills) {
    const taken = Math.min(size, most - lots)
    lots += taken
    tickLots += taken * ticks
  }
  return { lots, tickLots }
}

/** What wallet and profits lack if lots of a position closed at a price with their fee. */
function shortageOf(
  state: MarginState,
  group: MarginGroup,
  {
    position,
    market: { terms },
    lots,
    ticks,
  }: {
    readonly position: FuturesPosition
    readonly market: ContractMarket
    readonly lots: number
    readonly ticks: number
  },
): bigint {
  const size = Math.abs(position.lots)
  const closing = position.lots > 0 ? lots : -lots
  const share = divideUp((position.cost + position.settled) * BigInt(lots), BigInt(size))
  const fee = feeOn(magnitudeOf(terms, lots, ticks), Number(terms.takerPpm))
  const result = valueOf(terms, closing, ticks) - share
  const profits = group.positions.reduce(
    (sum, each) => sum + (each === position ? 0n : larger(0n, unrealised(state, each))),
    0n,
  )
  return larger(0n, fee - result - walletOf(state, group) - profits)
}

function liquidationOrder(
  state: ExchangeState,
  log: EffectLog,
  { position, lots, ticks, market }: Slice & { readonly market: ContractMarket },
): FuturesOrder {
  const { realm, userId, symbol, side } = position
  const id = state.next.order
  return {
    product: 'futures',
    id,
    realm,
    userId,
    clientOid: `liquidation#${id}`,
    symbol,
    side: position.lots > 0 ? 'sell' : 'buy',
    positionSide: side,
    orderType: 'liquidation',
    timeInForce: 'ioc',
    prevention: 'taker',
    ticks,
    lots,
    reduceOnly: true,
    atMarket: true,
    makerPpm: Number(market.terms.takerPpm),
    takerPpm: Number(market.terms.takerPpm),
    createdAt: log.at,
    updatedAt: log.at,
    season: seasonOf(state, { realm, userId }),
    queueAhead: 0,
    status: 'open',
    filledLots: 0,
    filledTickLots: 0n,
    fee: 0n,
    result: 0n,
  }
}
