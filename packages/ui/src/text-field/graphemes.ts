let segmenter: Intl.Segmenter | undefined

/** Cached, because creating a segmenter is expensive. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/**
 * Returns the length in graphemes: an emoji of four code points or a letter with accents counts as
 * one (U18).
 */
export function graphemeCount(text: string): number {
  // Latin text needs no segmenter; CR LF, its only pair of code units in one grapheme, does not
  // occur in it.
  if (/^[\u0020-\u02ff]*$/.test(text)) return text.length
  return [...graphemes(text)].length
}

/**
 * Returns whether a change respects the limit: text at the limit cannot grow, text above it may
 * shrink (U18).
 */
export function acceptsLength({
  before,
  after,
  limit,
}: {
  readonly before: string
  readonly after: string
  readonly limit: number | undefined
}): boolean {
  if (limit === undefined) return true
  const length = graphemeCount(after)
  return length <= limit || length < graphemeCount(before)
}

/** A change of a limited text. */
export interface TextEdit {
  readonly before: string
  readonly after: string
  /** End of the insertion in `after`; `null` if unknown. */
  readonly caret: number | null
  readonly limit: number | undefined
}

/**
 * Shortens an insertion to the limit (U18). The text around it stays; if nothing fits, so does the
 * text that it replaced.
 */
export function fitText({ before, after, caret, limit = Number.POSITIVE_INFINITY }: TextEdit): {
  readonly text: string
  readonly caret: number
} {
  if (acceptsLength({ before, after, limit })) return { text: after, caret: caret ?? after.length }
  // An unknown or moved caret is not before the unchanged end of the text.
  const position = caret ?? 0
  const tail = before.endsWith(after.slice(position))
    ? after.length - position
    : sharedEnd(before, after)
  const head = sharedStart(
    before.slice(0, before.length - tail),
    after.slice(0, after.length - tail),
  )
  const [start, end] = [after.slice(0, head), after.slice(after.length - tail)]
  const inserted = [...graphemes(after.slice(head, after.length - tail))]
  // At both ends an inserted grapheme may merge with its neighbour, so two more may fit.
  const capacity = Math.max(limit, graphemeCount(before)) - graphemeCount(start + end) + 2
  for (let count = Math.min(inserted.length, capacity); count > 0; count -= 1) {
    const kept = inserted
      .slice(0, count)
      .map((part) => part.segment)
      .join('')
    const text = start + kept + end
    if (acceptsLength({ before, after: text, limit })) return { text, caret: head + kept.length }
  }
  return { text: before, caret: before.length - tail }
}

/**
 * Returns the length of the common start in code units. Compares code points, because different
 * characters may share half of a surrogate pair.
 */
const sharedStart = (one: string, other: string): number => sharedLength([...one], [...other])

/** Returns the length of the common end in code units. */
const sharedEnd = (one: string, other: string): number =>
  sharedLength([...one].toReversed(), [...other].toReversed())

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((part, at) => part !== other[at])
  return (first === -1 ? one : one.slice(0, first)).join('').length
}
