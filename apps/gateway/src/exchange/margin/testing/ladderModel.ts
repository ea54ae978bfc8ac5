/** A step of the ladder for one account, as the model chooses it. */
export interface ModelStep {
  readonly step: 'cancel' | 'trade' | 'shortage'
  readonly slice?: ModelSlice
}

interface ModelSlice {
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly ticks: number
  readonly lots: number
}

/** One asset of an account: in USDT, in parts of 10^26. */
interface Holding {
  readonly asset: string
  readonly atoms: bigint
  readonly value: bigint
  /** Per cent of it that counts in the level. */
  readonly percent: bigint
}

export interface ModelPair {
  /** Atoms of a lot, and quote atoms of a tick of a lot. */
  readonly base: bigint
  readonly quote: bigint
  /** Decimals of a price. */
  readonly places: number
  /** The index in parts of 10^-8 USDT. */
  readonly index: bigint
  /** Of a lot at the index, as `Holding.value`. */
  readonly lotValue: bigint
}

export interface LadderQuestion {
  /** A liquidation has begun, and no order is open. */
  readonly isCancelled: boolean
  readonly holdings: readonly Holding[]
  /** The largest debt, and how many atoms of it are owed. */
  readonly debt: { readonly asset: string; readonly atoms: bigint; readonly value: bigint }
  /** Whether so much less of what counts, and so much less debt, is at the call level. */
  readonly isSafeAfter: (lessAssets: bigint, lessDebt: bigint) => boolean
  readonly pairOf: (base: string) => ModelPair
}

const USDT = 10n ** 26n
const DUST = 5n * USDT
const up = (top: bigint, bottom: bigint) => (top + bottom - 1n) / bottom
const least = (...values: readonly bigint[]) => values.reduce((a, b) => (a < b ? a : b))

/**
 * What comes next for an account that is due, from futures 7 and docs/adr/margin.md alone: which
 * step, which asset, how much. Nothing is shared with the exchange; sizes are found by halving.
 */
export function modelStep(question: LadderQuestion): ModelStep | undefined {
  if (!question.isCancelled) return { step: 'cancel' }
  const slice = sliceOf(question)
  if (slice) return { step: 'trade', slice }
  const isDust = question.holdings.every(({ value }) => value < DUST)
  return isDust ? { step: 'shortage' } : undefined
}

/** What must come out of an asset: 4 % more than pays to the call level, 20,000 USDT at most. */
function neededFrom({ debt, isSafeAfter }: LadderQuestion, percent: bigint): bigint {
  const isEnough = (value: bigint) => isSafeAfter((value * 101n * percent) / 100n, value * 100n)
  let [low, high] = [0n, debt.value * 100n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return least((high * 104n) / 100n, 20_000n * USDT)
}

function sliceOf(question: LadderQuestion): ModelSlice | undefined {
  const { holdings, debt } = question
  const useful = holdings.filter(({ asset, value }) => asset !== debt.asset && value >= DUST)
  const money = useful.find(({ asset }) => asset === 'USDT')
  const others = useful.filter((each) => each !== money)
  let [best] = others
  for (const each of others)
    if (best && (each.value > best.value || (each.value === best.value && each.asset < best.asset)))
      best = each
  const lacking = best ? neededFrom(question, best.percent) : 0n
  if (money && (!best || money.value * 20n >= lacking)) return purchase(question, money)
  return best && sale(question, best, lacking - (money?.value ?? 0n))
}

function purchase(question: LadderQuestion, money: Holding): ModelSlice | undefined {
  const { debt, pairOf } = question
  const { base, quote, places, index, lotValue } = pairOf(debt.asset)
  const ticks = (index * 102n) / (100n * 10n ** BigInt(8 - places))
  const lots = least(
    money.atoms / (ticks * quote),
    up(debt.atoms * 102n, base * 100n),
    up(neededFrom(question, 100n), lotValue),
  )
  const symbol = `${debt.asset}USDT`
  return lots > 0n ? { symbol, side: 'buy', ticks: Number(ticks), lots: Number(lots) } : undefined
}

function sale(
  { pairOf }: LadderQuestion,
  { asset, atoms }: Holding,
  value: bigint,
): ModelSlice | undefined {
  const { base, places, index, lotValue } = pairOf(asset)
  const ticks = up(index * 98n, 100n * 10n ** BigInt(8 - places))
  const lots = least(atoms / base, up(value, lotValue))
  const symbol = `${asset}USDT`
  return lots > 0n ? { symbol, side: 'sell', ticks: Number(ticks), lots: Number(lots) } : undefined
}
