import type { FeeRates } from '../accounts/fee.ts'
import { isMarginDue, ONE_USDT, owedOf, valueOf, type MarginFunds } from '../funds/marginLevel.ts'
import type { SpotInstrument } from '../instruments/Instrument.ts'
import { divideDown, divideUp, smaller } from '../instruments/rounding.ts'
import { requireSymbol, symbolOfBase } from '../instruments/symbols.ts'
import { MAX_LOTS } from '../matching/command.ts'
import type { MarginLiquidateCommand, MarginSlice } from '../state/marginCommand.ts'
import { marginOwner, type MarginAccount } from '../state/marginState.ts'
import { ownerOf, unitsOf } from '../state/order.ts'
import { debtsOf, DUST, isSold, lackingValue, SLICE_BAND } from './liquidation.ts'

/** The most that one slice sells or buys at the index. */
const MOST_IN_SLICE = 20_000n * ONE_USDT
/** What a slice sells beyond what it must bring: fees, and the distance from the index. */
const MARGIN_PERCENT = 104n
/** Money in hand is spent first, unless it is less than one in so many parts of what is wanted. */
const LEAST_SHARE = 20n

export interface LadderOptions {
  readonly at: number
  readonly fees: FeeRates
  /** Paper realm: what the displayed book gives a slice. */
  readonly paperOf?: (account: Readonly<MarginAccount>, slice: MarginSlice) => MarginSlice['paper']
}

/** What the ladder does next with accounts that are due, one after the other (futures 7). */
export function* marginLadder(
  state: MarginFunds,
  options: LadderOptions,
): Generator<MarginLiquidateCommand> {
  for (const account of state.margin.accounts.values())
    yield* accountLadder(state, account, options)
}

/**
 * The next steps of one account, none while it is not due. Each command is run before the next one
 * is asked for: cancel, then a slice of the largest debt, then what is left owed.
 */
export function* accountLadder(
  state: MarginFunds,
  account: Readonly<MarginAccount>,
  { at, fees, paperOf }: LadderOptions,
): Generator<MarginLiquidateCommand> {
  if (!isMarginDue(state, account, at)) return
  const { realm, userId, symbol } = account
  const step = {
    kind: 'marginLiquidate',
    at,
    realm,
    userId,
    ...(symbol === undefined ? {} : { symbol }),
  } as const
  if (!account.isLiquidating || hasOrders(state, account)) yield { ...step, step: 'cancel' }
  if (!isMarginDue(state, account, at)) return
  const slice = sliceOf(state, account, fees)
  const paper = slice && realm === 'paper' ? paperOf?.(account, slice) : undefined
  if (slice) yield { ...step, step: 'trade', slice: { ...slice, ...(paper ? { paper } : {}) } }
  if (isMarginDue(state, account, at) && isSold(state, account))
    yield { ...step, step: 'shortage', dust: 'index' }
}

function hasOrders(state: MarginFunds, account: Readonly<MarginAccount>): boolean {
  const owner = marginOwner(account)
  return [...state.ordersOf(account.realm, account.userId)].some(
    (order) => ownerOf(order) === owner,
  )
}

/**
 * Buys back the largest debt with the quote asset that is there; of other assets it sells the
 * largest one, for what is lacking beyond that. Nothing is sold that need not be (futures 7).
 */
function sliceOf(
  state: MarginFunds,
  account: Readonly<MarginAccount>,
  fees: FeeRates,
): MarginSlice | undefined {
  const [debt] = debtsOf(state, account)
  if (debt === undefined) return undefined
  const assets = assetsOf(state, account, debt)
  const bought = symbolOfBase(debt)
  const pair = bought === undefined ? undefined : requireSymbol(bought)
  const money = pair && assets.find(({ asset }) => asset === pair.quote)
  const [largest] = assets.filter((each) => each !== money)
  const inHand = money?.value ?? 0n
  const wanted = largest ? wantedFrom(state, account, largest.asset) : 0n
  if (pair && money && (!largest || inHand * LEAST_SHARE >= wanted)) {
    const owed = owedOf(state, account, debt)
    const spend = wantedFrom(state, account, pair.quote)
    return purchase(state, { pair, fees, wanted: spend, atoms: money.atoms, owed })
  }
  const sold = largest && symbolOfBase(largest.asset)
  if (!largest || sold === undefined) return undefined
  const { atoms } = largest
  return sale(state, { pair: requireSymbol(sold), fees, wanted: wanted - inHand, atoms })
}

/** What the account has beside the asset that it owes, dust left out, the largest value first. */
function assetsOf(state: MarginFunds, account: Readonly<MarginAccount>, debt: string) {
  return state.accounts
    .ownedBy(account.realm, marginOwner(account))
    .map(({ asset, balance }) => ({
      asset,
      atoms: balance,
      value: valueOf(state, { asset, atoms: balance }),
    }))
    .filter(({ asset, value }) => asset !== debt && value >= DUST)
    .toSorted((a, b) =>
      a.value === b.value ? (a.asset < b.asset ? -1 : 1) : a.value > b.value ? -1 : 1,
    )
}

/** What a slice is to bring out of an asset, at the index. */
const wantedFrom = (state: MarginFunds, account: Readonly<MarginAccount>, asset: string): bigint =>
  smaller((lackingValue(state, account, asset) * MARGIN_PERCENT) / 100n, MOST_IN_SLICE)

interface Trade {
  readonly pair: SpotInstrument
  readonly fees: FeeRates
  /** At the index, in units of `valueOf`. */
  readonly wanted: bigint
  /** What there is to spend. */
  readonly atoms: bigint
}

function sale(state: MarginFunds, { pair, fees, wanted, atoms }: Trade): MarginSlice | undefined {
  const { basePerLot } = unitsOf(pair)
  const worth = valueOf(state, { asset: pair.base, atoms: basePerLot })
  const index = indexTicks(state, pair)
  if (worth === 0n || !index) return undefined
  const lots = smaller(atoms / basePerLot, divideUp(wanted, worth))
  const ticks = divideUp(index * (100n - SLICE_BAND), 100n * TICK_UNIT)
  return slice(pair, { ...fees, side: 'sell', ticks, lots })
}

function purchase(
  state: MarginFunds,
  { pair, fees, wanted, atoms, owed }: Trade & { readonly owed: bigint },
): MarginSlice | undefined {
  const { basePerLot, quotePerTickLot } = unitsOf(pair)
  const worth = valueOf(state, { asset: pair.base, atoms: basePerLot })
  const index = indexTicks(state, pair)
  if (worth === 0n || !index) return undefined
  const ticks = divideDown(index * (100n + SLICE_BAND), 100n * TICK_UNIT)
  const most = smaller(atoms / (ticks * quotePerTickLot), divideUp(owed * 102n, basePerLot * 100n))
  return slice(pair, { ...fees, side: 'buy', ticks, lots: smaller(most, divideUp(wanted, worth)) })
}

function slice(
  { symbol }: SpotInstrument,
  {
    ticks,
    lots,
    ...rest
  }: FeeRates & {
    readonly side: MarginSlice['side']
    readonly ticks: bigint
    readonly lots: bigint
  },
): MarginSlice | undefined {
  const size = smaller(lots, BigInt(MAX_LOTS))
  return size > 0n ? { symbol, ...rest, ticks: Number(ticks), lots: Number(size) } : undefined
}

/** Parts of a tick that the index of a pair is counted in. */
const TICK_UNIT = 1_000_000n

function indexTicks({ margin }: MarginFunds, pair: SpotInstrument): bigint | undefined {
  const base = margin.prices.get(pair.base)
  const quote = margin.prices.get(pair.quote)
  return base && quote ? (base * TICK_UNIT * 10n ** BigInt(pair.pricePlace)) / quote : undefined
}
