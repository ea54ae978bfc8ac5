import { foldCase } from './foldCase.ts'

interface Labelled {
  readonly label: string
}

interface Searched {
  /** Labels with folded case. */
  readonly labels: readonly string[]
  needle: string
  found: readonly Labelled[]
}

/** Cached by the option list: the same list needs no second search for the next key or opening. */
const searched = new WeakMap<readonly Labelled[], Searched>()

/**
 * Returns the options whose label contains the text, ignoring case (U8). The same query returns the
 * same array.
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
  // The cached result comes from this list.
  return kept.found as readonly O[]
}
