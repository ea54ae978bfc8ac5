/**
 * Neither a NUL nor half a surrogate pair is text to a database; the one is refused there, the
 * other changed in silence.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Cs}/u.test(text)
}

/**
 * The first of a request's values that holds, at any depth, a character which no text may have;
 * `undefined` when none does. Traverses with a list of its own: a body of 1 MiB can nest deeper
 * than calls can.
 */
export function unstorableField(values: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(values)) {
    if (!isStorable(name)) return 'body'
    if (!isStorableValue(value)) return name
  }
  return undefined
}

function isStorableValue(value: unknown): boolean {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string' && !isStorable(next)) return false
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) {
      if (!isStorable(name)) return false
      waiting.push(inner)
    }
  }
  return true
}
