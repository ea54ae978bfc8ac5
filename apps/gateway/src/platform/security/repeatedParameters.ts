/**
 * A parameter that a query names twice, `undefined` when it names each once. Of two values one
 * reader takes the first and another the last: who checked the one must not act on the other.
 */
export function repeatedParameter(url: string): string | undefined {
  const at = url.indexOf('?')
  const seen = new Set<string>()
  if (at >= 0)
    for (const name of new URLSearchParams(url.slice(at + 1)).keys()) {
      if (seen.has(name)) return name
      seen.add(name)
    }
  return undefined
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g

/**
 * A name that an object of the JSON text `text` has twice; what `JSON.parse` makes of it is the
 * last value, in silence.
 */
export function repeatedName(text: string): string | undefined {
  // The names of each open object; null for a list.
  const open: (Set<string> | null)[] = []
  let isName = false
  for (const [token] of text.matchAll(TOKEN)) {
    const names = open.at(-1)
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else if (token.startsWith('"') && isName && names) {
      const name = JSON.parse(token) as string
      if (names.has(name)) return name
      names.add(name)
    }
    isName = token === '{' || (token === ',' && Boolean(names))
  }
  return undefined
}
