/** A source names ids it builds at run time in a comment: `x-locale: error.*`. */
const DIRECTIVE = /x-locale:\s*([A-Za-z][\w.-]*)(\*)?/g

/** The ids that no source text names as a whole string literal, nor covers by a directive. */
export function unusedIds(ids: Iterable<string>, sources: Iterable<string>): string[] {
  const named = new Set<string>()
  const prefixes: string[] = []
  for (const source of sources) {
    for (const [, , text] of source.matchAll(/(['"`])([A-Za-z][\w.-]*)\1/g)) if (text) named.add(text)
    for (const [, text = '', open] of source.matchAll(DIRECTIVE)) {
      if (open) prefixes.push(text)
      else named.add(text)
    }
  }
  return [...ids].filter((id) => !named.has(id) && !prefixes.some((prefix) => id.startsWith(prefix)))
}
