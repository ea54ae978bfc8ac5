import type { FuturesSymbol, FuturesTier, LiquidationInputs } from '@x/api'
import { parseUnits } from '@x/decimal'

/** The arithmetic of a liquidation in atoms, lots and ticks (futures 2, futures 3, futures 6). */

/** A contract with its table of tiers, as both are published. */
export interface ContractTable {
  readonly contract: Pick<
    FuturesSymbol,
    'symbol' | 'contractValue' | 'pricePlace' | 'quantityPlace' | 'liquidationFeeRate' | 'priceBand'
  >
  readonly tiers: readonly FuturesTier[]
}

const SCALE = 8
const PPM = 1_000_000n
const units = (text: string, scale: number): bigint => {
  const found = parseUnits(text, scale)
  if (found === null) throw new RangeError(`${text} is not exact at ${scale} decimals.`)
  return found
}
/** An amount of the margin coin in atoms. */
export const atomsOf = (text: string): bigint => units(text, SCALE)
const ppmOf = (text: string): bigint => units(text, 6)

const up = (value: bigint, by: bigint): bigint => -floorOf(-value, by)
function floorOf(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by !== 0n && value < 0n !== by < 0n ? quotient - 1n : quotient
}
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const feeOn = (amount: bigint, ppm: bigint): bigint => up(amount * ppm, PPM)

/** A contract in integers. */
export interface Terms {
  readonly symbol: string
  readonly isInverse: boolean
  readonly unit: bigint
  readonly liquidationPpm: bigint
  readonly bandPpm: bigint
  readonly tiers: readonly { readonly upTo: bigint; readonly ppm: bigint; readonly cum: bigint }[]
  lots(size: string): bigint
  ticks(price: string): bigint
}

/** @throws RangeError for a figure that the contract cannot have */
export function termsOf({ contract, tiers }: ContractTable): Terms {
  const { symbol, contractValue, pricePlace, quantityPlace } = contract
  return {
    symbol,
    isInverse: contractValue !== null,
    unit:
      contractValue === null
        ? 10n ** BigInt(SCALE - pricePlace - quantityPlace)
        : units(contractValue, SCALE + pricePlace - quantityPlace),
    liquidationPpm: ppmOf(contract.liquidationFeeRate),
    bandPpm: ppmOf(contract.priceBand),
    tiers: tiers.map(({ notionalTo, maintenanceRate, maintenanceAmount }) => ({
      upTo: atomsOf(notionalTo),
      ppm: ppmOf(maintenanceRate),
      cum: atomsOf(maintenanceAmount),
    })),
    lots: (size) => units(size, quantityPlace),
    ticks: (price) => units(price, pricePlace),
  }
}

/** What lots are worth at a price, without a sign; of inverse contracts rounded up. */
const magnitudeOf = ({ unit, isInverse }: Terms, lots: bigint, ticks: bigint): bigint =>
  isInverse ? up(lots * unit, ticks) : lots * ticks * unit

const tierOf = ({ tiers }: Terms, notional: bigint) => {
  const tier = tiers.find(({ upTo }) => notional <= upTo) ?? tiers.at(-1)
  if (!tier) throw new RangeError('A contract has tiers.')
  return tier
}

/** A position of a step, as it changes. */
export interface Leg {
  readonly terms: Terms
  readonly isLong: boolean
  readonly mark: bigint
  readonly takerPpm: bigint
  lots: bigint
  cost: bigint
  settled: bigint
}

/** A wallet with the positions that it carries, as a step begins. */
export interface Group {
  readonly isIsolated: boolean
  readonly legs: readonly Leg[]
  wallet: bigint
}

/** @throws RangeError for a contract that is not known */
export function groupOf(
  inputs: LiquidationInputs,
  {
    tables,
    isIsolated,
  }: { readonly tables: ReadonlyMap<string, ContractTable>; readonly isIsolated: boolean },
): Group {
  return {
    isIsolated,
    wallet: atomsOf(inputs.walletBalance),
    legs: inputs.positions.map((position): Leg => {
      const table = tables.get(position.symbol)
      if (!table) throw new RangeError(`The contract ${position.symbol} is not known.`)
      const terms = termsOf(table)
      return {
        terms,
        isLong: position.positionSide === 1,
        mark: terms.ticks(position.markPrice),
        takerPpm: ppmOf(position.takerFeeRate),
        lots: terms.lots(position.size),
        cost: atomsOf(position.cost),
        settled: atomsOf(position.settled),
      }
    }),
  }
}

const signed = ({ terms, isLong }: Leg, amount: bigint): bigint =>
  isLong === terms.isInverse ? -amount : amount
const worthOf = (leg: Leg, ticks = leg.mark): bigint => magnitudeOf(leg.terms, leg.lots, ticks)
const unrealisedOf = (leg: Leg): bigint => signed(leg, worthOf(leg)) - leg.cost - leg.settled

/** W + Σ(PnL − S) (futures 2). */
export const equityOf = ({ wallet, legs }: Group): bigint =>
  legs.reduce((sum, leg) => sum + unrealisedOf(leg), wallet)

/** The requirement of one leg by itself, in parts of an atom. */
function ownPpm({ terms, takerPpm }: Leg, notional: bigint): bigint {
  if (notional === 0n) return 0n
  const { ppm, cum } = tierOf(terms, notional)
  return (ppm + takerPpm) * notional - cum * PPM
}

/** What the equity of a group without orders must exceed, rounded up (futures 3). */
export function requirementOf({ legs }: Pick<Group, 'legs'>): bigint {
  // Of both legs of a contract the larger one counts.
  const largest = new Map<string, { readonly leg: Leg; readonly notional: bigint }>()
  for (const leg of legs) {
    const notional = worthOf(leg)
    if (notional > (largest.get(leg.terms.symbol)?.notional ?? 0n))
      largest.set(leg.terms.symbol, { leg, notional })
  }
  const ppm = [...largest.values()].reduce(
    (sum, { leg, notional }) => sum + ownPpm(leg, notional),
    0n,
  )
  return up(ppm, PPM)
}

/** Whether no other leg asks for more (futures 6). */
export const isLargest = ({ legs }: Group, leg: Leg): boolean =>
  legs.every((each) => ownPpm(each, worthOf(each)) <= ownPpm(leg, worthOf(leg)))

/**
 * The fewest lots after which equity >= 1.25 times the requirement, fees and l paid; all of them
 * where equity <= 2/3 of the requirement (futures 6).
 */
export function sliceOf(group: Group, leg: Leg): bigint {
  const equity = equityOf(group)
  const { liquidationPpm } = leg.terms
  const isEnough = (lots: bigint): boolean => {
    const closed = magnitudeOf(leg.terms, lots, leg.mark)
    const fees = feeOn(closed, leg.takerPpm) + feeOn(closed, liquidationPpm)
    const legs = group.legs.map((each) => (each === leg ? { ...leg, lots: leg.lots - lots } : each))
    return (equity - fees) * 4n >= requirementOf({ legs }) * 5n
  }
  if (equity * 3n <= requirementOf(group) * 2n || !isEnough(leg.lots)) return leg.lots
  let [few, enough] = [0n, leg.lots]
  while (enough - few > 1n) {
    const middle = (few + enough) / 2n
    if (isEnough(middle)) enough = middle
    else few = middle
  }
  return enough
}

/**
 * The price in ticks at which closing all of a leg leaves nothing of its share of the equity,
 * rounded towards the mark (futures 3); `undefined` where no price does.
 */
export function bankruptcyTicks(group: Group, leg: Leg): bigint | undefined {
  const { terms, isLong, lots, takerPpm } = leg
  const equity = equityOf(group)
  const whole = group.legs.reduce((sum, each) => sum + ownPpm(each, worthOf(each)), 0n)
  const own = ownPpm(leg, worthOf(leg))
  const d = isLong ? 1n : -1n
  const rounded = isLong === equity >= 0n ? up : floorOf
  const worth = worthOf(leg) * whole
  if (terms.isInverse) {
    const below = (worth + d * equity * own) * PPM
    return below <= 0n
      ? undefined
      : rounded(lots * terms.unit * (PPM + d * takerPpm) * whole, below)
  }
  const left = (worth - d * equity * own) * PPM
  return left <= 0n ? 0n : rounded(left, lots * terms.unit * (PPM - d * takerPpm) * whole)
}

/** The worst price of the ladder's order: bankruptcy, within the band around the mark. */
export function boundOf(group: Group, leg: Leg): bigint {
  const { mark, isLong, terms } = leg
  const furthest = isLong
    ? up(mark * (PPM - terms.bandPpm), PPM)
    : (mark * (PPM + terms.bandPpm)) / PPM
  const bound = equityOf(group) > 0n ? (bankruptcyTicks(group, leg) ?? furthest) : furthest
  return isLong ? most(1n, most(furthest, bound)) : least(furthest, bound)
}

/** What a fill of the ladder's order costs. */
export const fillFeeOf = (
  { terms, takerPpm }: Leg,
  fill: Pick<Closing, 'lots' | 'ticks'>,
): bigint => feeOn(magnitudeOf(terms, fill.lots, fill.ticks), takerPpm)

/** A part of a leg that closes. */
export interface Closing {
  readonly leg: Leg
  readonly lots: bigint
  readonly ticks: bigint
  /** By an order of the ladder, which pays fees; otherwise by netting or deleveraging. */
  readonly isOrder: boolean
}

/** What closing brought and took, in atoms. */
export interface Closed {
  /** What the account paid itself; the rest is in the shortage. */
  fee: bigint
  liquidationFee: bigint
  /** What wallet and profits lacked: the fund pays it, and what it has not the exchange. */
  shortage: bigint
  realisedEarly: bigint
  released: bigint
}

/** Closes one after the other as the exchange books them (futures 2); the group changes. */
export function closeAll(group: Group, closings: readonly Closing[]): Closed {
  const done: Closed = {
    fee: 0n,
    liquidationFee: 0n,
    shortage: 0n,
    realisedEarly: 0n,
    released: 0n,
  }
  for (const closing of closings) closeOne(group, { closing, done })
  return done
}

function closeOne(
  group: Group,
  { closing, done }: { readonly closing: Closing; readonly done: Closed },
): void {
  const { leg, lots, ticks, isOrder } = closing
  const value = magnitudeOf(leg.terms, lots, ticks)
  const fee = isOrder ? feeOn(value, leg.takerPpm) : 0n
  const extra = isOrder ? liquidationFeeOf(group, { closing, value, fee }) : 0n
  const [marginBefore, size] = [group.wallet, leg.lots]
  const share = up((leg.cost + leg.settled) * lots, size)
  const cost = up(leg.cost * lots, size)
  const result = signed(leg, value) - share
  leg.lots -= lots
  leg.cost -= cost
  leg.settled -= share - cost
  if (result >= 0n) group.wallet += result
  else payOut(group, { amount: -result, done })
  done.fee += payOut(group, { amount: fee, done })
  draw(group, { amount: extra, done })
  const taken = most(0n, least(extra, group.wallet))
  group.wallet -= taken
  done.liquidationFee += taken
  if (!group.isIsolated) return
  const back =
    leg.lots === 0n ? group.wallet : floorOf(marginBefore * lots, size) + result - fee - taken
  const released = most(0n, least(back, group.wallet))
  group.wallet -= released
  done.released += released
}

/** l, taken only from what a fill was better than the bankruptcy price (futures 6). */
function liquidationFeeOf(
  group: Group,
  {
    closing: { leg, lots },
    value,
    fee,
  }: { readonly closing: Closing; readonly value: bigint; readonly fee: bigint },
): bigint {
  const whole = group.legs.reduce((sum, each) => sum + ownPpm(each, worthOf(each)), 0n)
  const own = ownPpm(leg, worthOf(leg))
  const share = floorOf(equityOf(group) * own * lots, whole * leg.lots)
  const atMark = magnitudeOf(leg.terms, lots, leg.mark)
  const spare = share + signed(leg, value - atMark) - fee
  return most(0n, least(feeOn(value, leg.terms.liquidationPpm), spare))
}

type Amount = { readonly amount: bigint; readonly done: Closed }

/** Makes the wallet have an amount out of the profits of its own legs, the largest first. */
function draw(group: Group, { amount, done }: Amount): void {
  let lacks = amount - group.wallet
  const profits = group.legs
    .map((leg) => ({ leg, profit: leg.lots === 0n ? 0n : unrealisedOf(leg) }))
    .filter(({ profit }) => profit > 0n)
    .toSorted((a, b) => (a.profit === b.profit ? 0 : a.profit > b.profit ? -1 : 1))
  for (const { leg, profit } of profits) {
    if (lacks <= 0n) return
    const settled = least(profit, lacks)
    group.wallet += settled
    leg.settled += settled
    done.realisedEarly += settled
    lacks -= settled
  }
}

/** What of it the account paid itself. */
function payOut(group: Group, { amount, done }: Amount): bigint {
  draw(group, { amount, done })
  const paid = most(0n, least(amount, group.wallet))
  group.wallet -= paid
  done.shortage += amount - paid
  return paid
}
