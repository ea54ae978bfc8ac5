/** How prices are laid out along the axis. */
export type PriceScale = 'normal' | 'logarithm' | 'percentage'

/** Pixels between two marks of an axis, at least. */
const MARK_GAP = 38

/** The smallest of 1, 2 and 5 times a power of ten that is not below a number. */
export function niceStep(least: number): number {
  if (!(least > 0) || !Number.isFinite(least)) return 0
  const power = 10 ** Math.floor(Math.log10(least))
  const ratio = least / power
  const factor = [1, 2, 5].find((candidate) => candidate >= ratio - 1e-9) ?? 10
  return Number((factor * power).toPrecision(12))
}

export interface ValueMark {
  readonly value: number
  /** Pixels from the upper edge. */
  readonly at: number
}

/** What an axis shows: both ends of its values, and their places on the scale. */
export interface ValueSpan {
  readonly displayFrom: number
  readonly displayTo: number
  readonly realFrom: number
  readonly realTo: number
}

/** Marks in steps of 1, 2 or 5, none closer to an edge than half a line. */
export function valueMarks(
  { displayFrom, displayTo, realFrom, realTo }: ValueSpan,
  { height, isLogarithmic = false }: { readonly height: number; readonly isLogarithmic?: boolean },
): { readonly step: number; readonly marks: readonly ValueMark[] } {
  const count = Math.max(3, Math.floor(height / MARK_GAP))
  const step = niceStep((displayTo - displayFrom) / count)
  if (step === 0) return { step, marks: [] }
  const marks: ValueMark[] = []
  const first = Math.ceil(displayFrom / step - 1e-9)
  const last = Math.floor(displayTo / step + 1e-9)
  for (let index = first; index <= last; index++) {
    // Without a sign where it is zero.
    const value = index * step || 0
    const real = isLogarithmic ? Math.log10(Math.max(value, Number.MIN_VALUE)) : value
    const at = Math.round((1 - (real - realFrom) / (realTo - realFrom)) * height)
    const before = marks.at(-1)
    if (at < 8 || at > height - 8) continue
    if (before === undefined || before.at - at >= MARK_GAP / 2) marks.push({ value, at })
  }
  return { step, marks }
}

/** Digits after the point that distinguish multiples of a step. */
export const digitsOf = (step: number): number =>
  step > 0 ? Math.min(8, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))) : 0

/** A tag on the axis that others keep off. */
export interface TagSpan {
  readonly top: number
  readonly bottom: number
}

export const TAG_HEIGHT = 18

/** In their order; those that leave no space for a tag between them are one. */
function mergedSpans(spans: readonly TagSpan[]): readonly TagSpan[] {
  const merged: TagSpan[] = []
  for (const span of spans.toSorted((a, b) => a.top - b.top)) {
    const before = merged.at(-1)
    if (before && span.top - before.bottom < TAG_HEIGHT)
      merged[merged.length - 1] = {
        top: before.top,
        bottom: Math.max(before.bottom, span.bottom),
      }
    else merged.push(span)
  }
  return merged
}

/**
 * Moves tags apart so that none covers another or a fixed one, each as near to its place as the
 * others allow; their order stays. Returns the middle of each.
 */
export function stackTags(
  wanted: readonly number[],
  { height, fixed = [] }: { readonly height: number; readonly fixed?: readonly TagSpan[] },
): readonly number[] {
  const half = TAG_HEIGHT / 2
  const taken = mergedSpans(fixed)
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at)
  const placed: number[] = []
  let floor = half
  for (const { at, index } of order) {
    let place = Math.max(at, floor)
    for (const { top, bottom } of taken)
      if (place + half > top && place - half < bottom)
        place = at < (top + bottom) / 2 && top - half >= floor ? top - half : bottom + half
    placed[index] = place
    floor = place + TAG_HEIGHT
  }
  // Those pushed over the lower edge push back upwards.
  let ceiling = height - half
  for (const { index } of order.toReversed()) {
    let place = Math.min(placed[index] ?? 0, ceiling)
    for (const { top, bottom } of taken.toReversed())
      if (place + half > top && place - half < bottom) place = top - half
    placed[index] = place
    ceiling = place - TAG_HEIGHT
  }
  return placed
}

/**
 * Which lines beyond an edge are named there: the nearest one speaks for all, with their number.
 */
export function edgeNotice(
  price: number,
  {
    prices,
    from,
    to,
  }: { readonly prices: readonly number[]; readonly from: number; readonly to: number },
): { readonly edge: 'above' | 'below'; readonly more: number } | undefined {
  const edge = price > to ? 'above' : price < from ? 'below' : undefined
  if (!edge) return undefined
  const beyond = prices.filter((other) => (edge === 'above' ? other > to : other < from))
  const nearest = edge === 'above' ? Math.min(...beyond) : Math.max(...beyond)
  return price === nearest ? { edge, more: beyond.length - 1 } : undefined
}
