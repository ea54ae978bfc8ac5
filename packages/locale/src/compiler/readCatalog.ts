import type { Report } from './findings.ts'

export interface CatalogEntry {
  readonly text: string
  readonly line: number
}

/** id -> text, in the file's order. */
export type CatalogTexts = ReadonlyMap<string, CatalogEntry>

/** A letter, then letters, digits, `_`, `.` and `-`: `order.placed`. */
const ID = /^[A-Za-z][\w.-]*$/

/** Reads one `<locale>.json`. What is wrong is reported, what is right is returned. */
export function readCatalog(
  json: string,
  { file, report }: { readonly file: string; readonly report: Report },
): CatalogTexts {
  const entries = new Map<string, CatalogEntry>()
  const parsed = parseObject(json, file, report)
  const lines = linesOfKeys(json, { file, report })
  for (const [id, text] of Object.entries(parsed)) {
    const line = lines.get(id) ?? 1
    const at = { file, id, line }
    if (!ID.test(id))
      report({
        ...at,
        rule: 'id',
        message: 'an id begins with a letter and holds letters, digits, "_", "." and "-"',
      })
    else if (typeof text !== 'string')
      report({
        ...at,
        rule: 'flat',
        message: 'a text is a string; nesting is spelled with dots in the id',
      })
    else if (text.trim() === '') report({ ...at, rule: 'empty', message: 'the text is empty' })
    else entries.set(id, { text, line })
  }
  return entries
}

function parseObject(
  json: string,
  file: string,
  report: Report,
): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(json)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
    report({ rule: 'flat', file, message: 'a catalog is an object of id and text' })
  } catch (error) {
    report({ rule: 'json', file, message: error instanceof Error ? error.message : String(error) })
  }
  return {}
}

/** JSON.parse keeps the last of two equal keys without a word; their lines show both. */
function linesOfKeys(
  json: string,
  { file, report }: { readonly file: string; readonly report: Report },
): Map<string, number> {
  const lines = new Map<string, number>()
  let line = 1
  let from = 0
  // Strings are matched whole, so that a key inside a text is not taken for one.
  for (const match of json.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)) {
    for (; from < match.index; from += 1) if (json.charCodeAt(from) === 10) line += 1
    if (match[2] === undefined) continue
    const id = match[1] ?? ''
    if (lines.has(id))
      report({ rule: 'duplicate-id', file, id, line, message: `also on line ${lines.get(id)}` })
    lines.set(id, line)
  }
  return lines
}
