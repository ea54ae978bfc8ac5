let segmenter: Intl.Segmenter | undefined

/** Made once: a segmenter is costly. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** U18: the length a person sees. An emoji of four code points or a letter with its accents counts as one. */
export function graphemeCount(text: string): number {
  // Latin text, the usual case, needs no segmenter; CR LF is the one pair within it that is a single grapheme.
  if (/^[\u0020-\u02ff]*$/.test(text)) return text.length
  return [...graphemes(text)].length
}

export function clipGraphemes(text: string, limit: number): string {
  return [...graphemes(text)].slice(0, limit).map((part) => part.segment).join('')
}

/** U18: at the limit no more is accepted; text that is already too long may only shrink. */
export function acceptsLength({ before, after, limit }: { readonly before: string; readonly after: string; readonly limit: number | undefined }): boolean {
  if (limit === undefined) return true
  const length = graphemeCount(after)
  return length <= limit || length < graphemeCount(before)
}
