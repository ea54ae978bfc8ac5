import type { PriceLogProof, PriceLogRoot, PublicLiquidation } from '@x/api'
import { formatUnits } from '@x/decimal'
import { verifyInclusion } from '@x/reserves'
import {
  atomsOf,
  bankruptcyTicks,
  boundOf,
  closeAll,
  type Closing,
  type ContractTable,
  equityOf,
  fillFeeOf,
  type Group,
  groupOf,
  isLargest,
  type Leg,
  requirementOf,
  sliceOf,
} from './ladderArithmetic.ts'
import { recomputed } from './recomputed.ts'
import { type ChainedRow, hashedText, priceIn, rootOf, sha256, verifyChain } from './verifyProof.ts'

/** What is checked of a step, in the order in which the page shows it (futures 6, futures 14). */
export const LIQUIDATION_CHECKS = [
  'chain',
  'root',
  'price',
  'margin',
  'due',
  'tier',
  'size',
  'limit',
  'fills',
  'fees',
  'after',
  'previous',
] as const
export type LiquidationCheckName = (typeof LIQUIDATION_CHECKS)[number]

/** `unknown`: what it would be computed from is not published, or kept no longer. */
export interface LiquidationCheck {
  readonly name: LiquidationCheckName
  readonly state: 'agrees' | 'differs' | 'unknown'
  /** Where both are figures: what this page finds, and what was published. */
  readonly own?: string
  readonly stated?: string
}

/** What a step is compared with. */
export interface LiquidationContext {
  /** By symbol. */
  readonly tables: ReadonlyMap<string, ContractTable>
  /** Rows of the price log up to the step, the latest first. */
  readonly rows: readonly ChainedRow[]
  /** The way from its row to the root of its day; `undefined`: it could not be had. */
  readonly proof: PriceLogProof | undefined
  /** Roots of days as they are published in their list. */
  readonly roots: readonly PriceLogRoot[]
  /** The step before it, where it has one that is known. */
  readonly previous: PublicLiquidation | undefined
}

type Verdict = Omit<LiquidationCheck, 'name'>

const UNKNOWN: Verdict = { state: 'unknown' }
const verdict = (agrees: boolean): Verdict => ({ state: agrees ? 'agrees' : 'differs' })
const compared = (own: string, stated: string): Verdict =>
  own === stated ? { state: 'agrees' } : { state: 'differs', own, stated }
const amount = (atoms: bigint): string => formatUnits(atoms, 8, { trim: true })

/** Recomputes a published step of a liquidation; a check that does not concern it is left out. */
export async function verifyLiquidation(
  step: PublicLiquidation,
  context: LiquidationContext,
): Promise<readonly LiquidationCheck[]> {
  const found: Partial<Record<LiquidationCheckName, Verdict | undefined>> = {
    chain: await verifyRow(step, context),
    root: await verifyRoot(step, context),
    price: verifyPrices(step, context),
    ...verifyDecision(step),
    ...verifyBooking(step, context),
    previous: verifyPrevious(step, context),
  }
  return LIQUIDATION_CHECKS.flatMap((name) => {
    const own = found[name]
    return own ? [{ name, ...own }] : []
  })
}

/** Its row is in the log, and every hash of the log up to it holds. */
async function verifyRow(
  { priceHash }: PublicLiquidation,
  { rows }: LiquidationContext,
): Promise<Verdict> {
  if (priceHash === null || rows.length === 0) return UNKNOWN
  const chain = await verifyChain(rows)
  return verdict(chain.holds && rows.some(({ hash }) => hash === priceHash))
}

/** Its row leads to the root of its day, which is the one that the list of days has. */
async function verifyRoot(
  { priceHash }: PublicLiquidation,
  { proof, roots }: LiquidationContext,
): Promise<Verdict> {
  if (!proof || proof.index === null || proof.path === null || priceHash === null) return UNKNOWN
  const { row, index, path, root } = proof
  const isIncluded = await verifyInclusion({
    rowHash: priceHash,
    index,
    leaves: root.rows,
    path,
    root: root.treeRoot ?? '',
  })
  const isHashed = (await sha256(hashedText(row))) === priceHash
  const listed = roots.find(({ day }) => day === root.day)
  // The day that runs grows between two requests.
  const isListed = !listed || listed.rows !== root.rows || listed.root === root.root
  return verdict(isIncluded && isHashed && isListed && (await rootOf(root)) === root.root)
}

/** Marks and indexes of the step are those of the log, and its positions were valued at them. */
function verifyPrices(
  { prices, priceHash, inputs }: PublicLiquidation,
  { rows }: LiquidationContext,
): Verdict {
  const place = rows.findIndex(({ hash }) => hash === priceHash)
  if (place === -1) return UNKNOWN
  // A contract without a fresh index is in an earlier row.
  const logged = prices.map(({ symbol }) => priceIn(rows.slice(place), symbol))
  const isValued = (inputs?.positions ?? []).every(({ symbol, markPrice }) =>
    prices.some((each) => each.symbol === symbol && each.markPrice === markPrice),
  )
  if (!isValued) return { state: 'differs' }
  for (const [n, { markPrice, indexPrice }] of prices.entries()) {
    const own = logged[n]
    if (own === undefined) return UNKNOWN
    const text = `${own.mark} / ${own.index}`
    const stated = `${markPrice} / ${indexPrice}`
    if (text !== stated) return { state: 'differs', own: text, stated }
  }
  return { state: 'agrees' }
}

/** Equity and requirement follow from the inputs, and the account was due. */
function verifyDecision({ inputs, equity, requirement }: PublicLiquidation) {
  const own = inputs && recomputed(inputs)
  const isSame = inputs && same(inputs.equity, equity) && same(inputs.requirement, requirement)
  const stated = `${equity} / ${requirement}`
  return {
    margin: !own
      ? UNKNOWN
      : own.isEqual === null
        ? UNKNOWN
        : own.isEqual && isSame
          ? verdict(true)
          : {
              state: 'differs' as const,
              own: `${own.equity} / ${own.requirement ?? '--'}`,
              stated,
            },
    due: verdict(atomsOf(equity) <= atomsOf(requirement)),
  }
}

const same = (one: string, other: string): boolean => atomsOf(one) === atomsOf(other)

/** What of a step follows from its inputs, the tables of its contracts and its fills. */
function verifyBooking(step: PublicLiquidation, { tables }: LiquidationContext) {
  const { inputs } = step
  if (!inputs || inputs.positions.some(({ symbol }) => !tables.has(symbol)))
    return { tier: UNKNOWN, after: UNKNOWN }
  const group = groupOf(inputs, { tables, isIsolated: step.marginMode === 1 })
  const leg = group.legs.find(
    ({ terms, isLong }) => terms.symbol === step.symbol && isLong === (step.positionSide === 1),
  )
  const tier = verifyTiers(step, group)
  if (step.symbol === null) return { tier, ...verifyUntraded(step, group) }
  if (!leg) return { tier, size: verdict(false) }
  const traded =
    step.step === 5 ? verifyDeleveraging(step, { group, leg }) : verifySlice(step, { group, leg })
  const closings = closingsOf(step, leg)
  return { tier, ...traded, ...(closings ? verifyClosing(step, { group, closings }) : {}) }
}

/** The maintenance that was charged is that of the published table. */
function verifyTiers({ inputs }: PublicLiquidation, { legs }: Group): Verdict {
  const isSame = legs.every((leg) => {
    const { terms, mark, lots } = leg
    const held = inputs?.exposures.find(({ symbol }) => symbol === terms.symbol)
    const position = inputs?.positions.find(({ symbol }) => symbol === terms.symbol)
    const { maintenanceRate, maintenanceAmount } = { ...position, ...held }
    const largest = legs
      .filter((each) => each.terms.symbol === terms.symbol)
      .reduce((most, each) => (each.lots > most ? each.lots : most), lots)
    const notional = terms.isInverse
      ? (largest * terms.unit + mark - 1n) / mark
      : largest * mark * terms.unit
    const tier = terms.tiers.find(({ upTo }) => notional <= upTo) ?? terms.tiers.at(-1)
    return (
      tier !== undefined &&
      maintenanceRate !== undefined &&
      formatUnits(tier.ppm, 6, { trim: true }) === maintenanceRate &&
      same(amount(tier.cum), maintenanceAmount ?? '')
    )
  })
  return verdict(isSame)
}

/** Cancelled orders change no equity; netted legs close at the mark, as large as both are. */
function verifyUntraded(step: PublicLiquidation, group: Group) {
  if (step.step === 1)
    return {
      size: verdict(step.cancelledOrders > 0),
      ...verifyClosing(step, { group, closings: [] }),
    }
  const pairs = group.legs.flatMap((long) => {
    const short = group.legs.find(
      ({ terms, isLong }) => long.isLong && !isLong && terms.symbol === long.terms.symbol,
    )
    return short ? [{ long, short, lots: long.lots < short.lots ? long.lots : short.lots }] : []
  })
  const isWhole =
    pairs.length === step.netted.length &&
    pairs.every(({ long: { terms, mark }, lots }) =>
      step.netted.some(
        ({ symbol, size, price }) =>
          symbol === terms.symbol && terms.lots(size) === lots && terms.ticks(price) === mark,
      ),
    )
  const closings = pairs.flatMap(({ long, short, lots }) =>
    // The buyer's side first: the short one.
    [short, long].map((leg) => ({ leg, lots, ticks: leg.mark, isOrder: false })),
  )
  return { size: verdict(isWhole), ...verifyClosing(step, { group, closings }) }
}

interface OfLeg {
  readonly group: Group
  readonly leg: Leg
}

/** The fewest lots of the largest position, at bankruptcy or better. */
function verifySlice(step: PublicLiquidation, { group, leg }: OfLeg) {
  const { terms, isLong } = leg
  const own = isLargest(group, leg) ? sliceOf(group, leg) : undefined
  const bound = boundOf(group, leg)
  const filled = step.fills.reduce((sum, { size }) => sum + terms.lots(size), 0n)
  const isWithin = step.fills.every(({ price, size, fee }) => {
    const ticks = terms.ticks(price)
    const isAsGood = isLong ? ticks >= bound : ticks <= bound
    return isAsGood && fillFeeOf(leg, { lots: terms.lots(size), ticks }) === atomsOf(fee)
  })
  return {
    size:
      own === undefined
        ? verdict(false)
        : terms.lots(step.size) === own
          ? verdict(true)
          : { state: 'differs' as const, own: sizeText(own, step.size), stated: step.size },
    limit: priceVerdict(bound, { step, leg }),
    fills: verdict(
      isWithin && filled === terms.lots(step.filled) && filled <= terms.lots(step.size),
    ),
  }
}

/** All of a position that is worth less than nothing, at its bankruptcy price. */
function verifyDeleveraging(step: PublicLiquidation, { group, leg }: OfLeg) {
  const { terms } = leg
  const taken = step.takenBy.reduce((sum, { size }) => sum + terms.lots(size), 0n)
  const bankruptcy = bankruptcyTicks(group, leg) ?? leg.mark
  return {
    size: verdict(isLargest(group, leg) && terms.lots(step.size) === leg.lots),
    limit: priceVerdict(bankruptcy > 1n ? bankruptcy : 1n, { step, leg }),
    fills: verdict(taken === leg.lots),
  }
}

function priceVerdict(
  ticks: bigint,
  {
    step: { bankruptcyPrice },
    leg: { terms },
  }: { readonly step: PublicLiquidation; readonly leg: Leg },
): Verdict {
  const stated = bankruptcyPrice ?? ''
  if (stated === '') return verdict(false)
  const own = sizeText(ticks, stated)
  return terms.ticks(stated) === ticks ? verdict(true) : { state: 'differs', own, stated }
}

/** A whole number with as many places as another figure has. */
const sizeText = (whole: bigint, like: string): string =>
  formatUnits(whole, like.split('.')[1]?.length ?? 0)

function closingsOf(step: PublicLiquidation, leg: Leg): readonly Closing[] | undefined {
  const { terms } = leg
  if (step.step !== 5)
    return step.fills.map(({ price, size }) => ({
      leg,
      lots: terms.lots(size),
      ticks: terms.ticks(price),
      isOrder: true,
    }))
  const ticks = terms.ticks(step.bankruptcyPrice ?? '0')
  const lots = step.takenBy.map(({ size }) => terms.lots(size))
  // Where they do not add up to it, `fills` says so.
  return lots.reduce((sum, each) => sum + each, 0n) === leg.lots
    ? lots.map((each) => ({ leg, lots: each, ticks, isOrder: false }))
    : undefined
}

/** Books what closed as the exchange does: fees, fund, early profit, and what is left. */
function verifyClosing(
  step: PublicLiquidation,
  { group, closings }: { readonly group: Group; readonly closings: readonly Closing[] },
) {
  // Deleveraging may round each of its trades of inverse contracts by an atom.
  const spare = step.step === 5 && closings[0]?.leg.terms.isInverse ? closings.length + 1 : 0
  const done = closeAll(group, closings)
  const own = [done.fee, done.liquidationFee, done.shortage, done.realisedEarly, done.released]
  const shortage = atomsOf(step.fundPaid) + atomsOf(step.exchangePaid)
  const stated = [
    atomsOf(step.fee),
    atomsOf(step.liquidationFee),
    shortage,
    atomsOf(step.realisedEarly),
    atomsOf(step.marginReleased),
  ]
  const texts = (amounts: readonly bigint[]) => amounts.map(amount).join(' / ')
  const fees: Verdict = isNear(own, { stated, spare })
    ? verdict(true)
    : { state: 'differs', own: texts(own), stated: texts(stated) }
  return { fees, after: verifyAfter(step, { group, spare }) }
}

const isNear = (
  own: readonly bigint[],
  { stated, spare }: { readonly stated: readonly bigint[]; readonly spare: number },
): boolean =>
  own.every((each, n) => {
    const apart = each - (stated[n] ?? 0n)
    return apart <= BigInt(spare) && apart >= -BigInt(spare)
  })

function verifyAfter(
  step: PublicLiquidation,
  { group, spare }: { readonly group: Group; readonly spare: number },
): Verdict {
  const { equityAfter, requirementAfter } = step
  if (equityAfter === null || requirementAfter === null) return UNKNOWN
  const left = { ...group, legs: group.legs.filter(({ lots }) => lots > 0n) }
  const own = [equityOf(left), requirementOf(left)]
  const stated = [atomsOf(equityAfter), atomsOf(requirementAfter)]
  const texts = (amounts: readonly bigint[]) => amounts.map(amount).join(' / ')
  return isNear(own, { stated, spare })
    ? verdict(true)
    : { state: 'differs', own: texts(own), stated: texts(stated) }
}

/** Steps of one moment follow each other: where one ended the next begins. */
function verifyPrevious(
  step: PublicLiquidation,
  { previous }: LiquidationContext,
): Verdict | undefined {
  if (step.previousId === null) return undefined
  if (!previous) return UNKNOWN
  if (previous.at > step.at || previous.marginCoin !== step.marginCoin) return verdict(false)
  if (previous.at < step.at || previous.equityAfter === null) return verdict(true)
  return compared(amount(atomsOf(previous.equityAfter)), amount(atomsOf(step.equity)))
}

/** The whole of it: one check that differs is enough, one that is unknown leaves it open. */
export function overallOf(
  checks: readonly Pick<LiquidationCheck, 'state'>[],
): LiquidationCheck['state'] {
  const states = checks.map(({ state }) => state)
  return states.includes('differs') ? 'differs' : states.includes('unknown') ? 'unknown' : 'agrees'
}
