import { foldCase } from './foldCase.ts'

interface Labelled {
  readonly label: string
}

interface Searched {
  /** Folded. */
  readonly labels: readonly string[]
  needle: string
  found: readonly Labelled[]
}

/**
 * Goes with the list itself: whoever hands in the same list again, for the next key or the next
 * opening, has it searched already.
 */
const searched = new WeakMap<readonly Labelled[], Searched>()

/**
 * U8: the options whose label holds the text, whatever the case. The same array for the same
 * question asked again.
 */
export function findOptions<O extends Labelled>(options: readonly O[], text: string): readonly O[] {
  const needle = foldCase(text)
  const kept: Searched = searched.get(options) ?? {
    labels: options.map(({ label }) => foldCase(label)),
    needle: '',
    found: options,
  }
  searched.set(options, kept)
  if (kept.needle !== needle) {
    kept.found = options.filter((_, index) => kept.labels[index]?.includes(needle))
    kept.needle = needle
  }
  // What is kept under a list was found in it.
  return kept.found as readonly O[]
}
