/** A source names ids it builds at run time in a comment: `x-locale: error.*`. */
const DIRECTIVE = /x-locale:\s*([A-Za-z][\w.-]*)(\*)?/g
const LITERAL = /(['"`])([A-Za-z][\w.-]*)\1/g
/** An id whose first part at least is written out: `order.status.${status}`. */
const TEMPLATE = /`([A-Za-z][\w-]*\.(?:[\w.-]|\$\{[^`}]*\})*)`/g
/** `strings.close`, and the names in `const { close, cancel } = …`. */
const MEMBER = /\.([A-Za-z]\w*)/g
const DESTRUCTURED = /\{([\w\s,:]+)\}\s*=/g

/**
 * The ids that no source names as a whole literal, as a template, as a member (ids without a dot)
 * or by a directive.
 */
export function unusedIds(ids: Iterable<string>, sources: Iterable<string>): string[] {
  const named = new Set<string>()
  const prefixes: string[] = []
  const templates = new Set<string>()
  for (const source of sources) {
    for (const [, , text] of source.matchAll(LITERAL)) if (text) named.add(text)
    for (const [, text] of source.matchAll(MEMBER)) if (text) named.add(text)
    for (const [, text = ''] of source.matchAll(DESTRUCTURED))
      for (const name of text.match(/\w+/g) ?? []) named.add(name)
    for (const [, text = ''] of source.matchAll(TEMPLATE)) templates.add(text)
    for (const [, text = '', open] of source.matchAll(DIRECTIVE)) {
      if (open) prefixes.push(text)
      else named.add(text)
    }
  }
  const patterns = [...templates].map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replaceAll('.', '\\.'))
          .join('[\\w-]+')}$`,
      ),
  )
  return [...ids].filter(
    (id) =>
      !named.has(id) &&
      !prefixes.some((prefix) => id.startsWith(prefix)) &&
      !patterns.some((pattern) => pattern.test(id)),
  )
}
