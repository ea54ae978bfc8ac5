let segmenter: Intl.Segmenter | undefined

/** Made once: a segmenter is costly. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/**
 * U18: the length a person sees. An emoji of four code points or a letter with its accents counts
 * as one.
 */
export function graphemeCount(text: string): number {
  // Latin text, the usual case, needs no segmenter; CR LF is the one pair within it that is a
  // single grapheme.
  if (/^[\u0020-\u02ff]*$/.test(text)) return text.length
  return [...graphemes(text)].length
}

/** U18: at the limit no more is accepted; text that is already too long may only shrink. */
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

export interface TextEdit {
  readonly before: string
  readonly after: string
  /** Where the insertion ends in `after`; `null` where the platform does not say. */
  readonly caret: number | null
  readonly limit: number | undefined
}

/**
 * U18: an insertion that is too long is shortened to what fits; what stood around it stays, and so
 * does what it would have replaced where nothing of it fits.
 */
export function fitText({ before, after, caret, limit = Number.POSITIVE_INFINITY }: TextEdit): {
  readonly text: string
  readonly caret: number
} {
  if (acceptsLength({ before, after, limit })) return { text: after, caret: caret ?? after.length }
  // A caret that is not told, or was moved on, is before no end of the text that stood there.
  const told = caret ?? 0
  const tail = before.endsWith(after.slice(told)) ? after.length - told : sharedEnd(before, after)
  const head = sharedStart(
    before.slice(0, before.length - tail),
    after.slice(0, after.length - tail),
  )
  const [start, end] = [after.slice(0, head), after.slice(after.length - tail)]
  const inserted = [...graphemes(after.slice(head, after.length - tail))]
  // At either edge an inserted grapheme may become one with its neighbour, so that two more may
  // fit.
  const room = Math.max(limit, graphemeCount(before)) - graphemeCount(start + end) + 2
  for (let count = Math.min(inserted.length, room); count > 0; count -= 1) {
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
 * How many code units both begin with. Compared by code points: half a pair is shared by characters
 * that are not.
 */
const sharedStart = (one: string, other: string): number => sharedLength([...one], [...other])

/** How many code units both end with. */
const sharedEnd = (one: string, other: string): number =>
  sharedLength([...one].toReversed(), [...other].toReversed())

function sharedLength(one: readonly string[], other: readonly string[]): number {
  const first = one.findIndex((part, at) => part !== other[at])
  return (first === -1 ? one : one.slice(0, first)).join('').length
}
