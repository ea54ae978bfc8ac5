import type { SignRuleTables } from '../../sign/signRules.ts'
import { createPrefixTable } from '../../sign/prefixTable.ts'

/**
 * Returns whether a request target is spelled exactly as the rules spell it, or concerns no rule.
 * Routers are more tolerant than rules: they ignore case and a last slash, decode `%6f`, take
 * `http://host/path`, resolve `..`. Such a spelling would reach a handler past its rule, or under
 * the weaker rule of a prefix.
 */
export function createPathSpelling(
  rules: Pick<SignRuleTables, 'exactUrls' | 'prefixUrls'>,
  encryptedPaths: readonly string[],
): (target: string) => boolean {
  const exact = [...Object.keys(rules.exactUrls), ...encryptedPaths]
  const prefixes = Object.keys(rules.prefixUrls)
  const strict = createEntryFinder(exact, prefixes)
  const tolerant = createEntryFinder(exact.map(tolerantPath), prefixes.map(tolerantPrefix))
  return (target) => {
    const concerned = tolerant(tolerantPath(target))
    if (concerned === undefined) return true
    const path = target.split('?')[0] ?? ''
    const entry = strict(path)
    return entry !== undefined && sameEntry(entry, concerned)
  }
}

type Entry = { readonly isPrefix: boolean; readonly text: string }

function createEntryFinder(
  exact: readonly string[],
  prefixes: readonly string[],
): (path: string) => Entry | undefined {
  const entries = new Map<string, Entry>(exact.map((text) => [text, { isPrefix: false, text }]))
  const table = createPrefixTable(
    new Map<string, Entry>(prefixes.map((text) => [text, { isPrefix: true, text }])),
  )
  return (path) => entries.get(path) ?? table.find(path)
}

function sameEntry(strict: Entry, tolerant: Entry): boolean {
  if (strict.isPrefix !== tolerant.isPrefix) return false
  const normal = strict.isPrefix ? tolerantPrefix(strict.text) : tolerantPath(strict.text)
  return normal === tolerant.text
}

/** A prefix need not end at a slash: its last segment may be half of one. */
function tolerantPrefix(prefix: string): string {
  const path = tolerantPath(prefix)
  return prefix.endsWith('/') && path !== '/' ? `${path}/` : path
}

/** The path as the most tolerant of routers would read it. */
function tolerantPath(target: string): string {
  const [path = ''] = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/)
  const segments: string[] = []
  for (const segment of decoded(path).replaceAll('\\', '/').toLowerCase().split('/')) {
    const name = segment.split(';')[0]?.trim() ?? ''
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name)
  }
  return `/${segments.join('/')}`
}

/** Also decodes what was encoded twice. Malformed escapes are kept. */
function decoded(path: string): string {
  let text = path
  for (let round = 0; round < 2; round++)
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes)
      } catch {
        return escapes
      }
    })
  return text
}
