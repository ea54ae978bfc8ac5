// Finds breaking changes and additions of an API, by two reports.

const ORDER = ['none', 'patch', 'minor', 'major']

/**
 * What a change of the API asks for. A declaration that is gone, lost a line or gained a member
 * that is not optional may break a caller; all else adds. Declarations that are named but not
 * exported count too: callers see their members. One that is gone is no break by itself, because
 * what named it changed as well; one that is exported now is compared with that.
 *
 * @param {{ before: string, after: string }} reports
 * @returns {{ breaking: string[], added: string[] }} the entry and first line of each declaration
 */
export function apiChanges({ before, after }) {
  const old = declarationsOf(before)
  const now = declarationsOf(after)
  const changed = [...old].filter(([key, text]) => isBroken(text, now.get(key) ?? moved(key, now)))
  const isGone = (key) => isNamedOnly(key) && moved(key, now) === undefined && !now.has(key)
  const added = [...now].filter(
    ([key, text]) => old.get(key) !== text && (old.has(key) || !isNamedOnly(key)),
  )
  const breaking = changed.map(([key]) => key).filter((key) => !isGone(key))
  return { breaking, added: added.map(([key]) => key).filter((key) => !breaking.includes(key)) }
}

/**
 * The changes of an API for which the planned version is too small, as sentences.
 *
 * @param {{ name: string, version: string, before: string, after: string, bump?: string }} options
 *   `version` is the released one, `bump` what the changesets plan
 */
export function compareReports({ name, version, before, after, bump = 'none' }) {
  const isEarly = version.startsWith('0.')
  const { breaking, added } = apiChanges({ before, after })
  const least = breaking.length > 0 ? (isEarly ? 'minor' : 'major') : isEarly ? 'patch' : 'minor'
  if (breaking.length + added.length === 0 || ORDER.indexOf(bump) >= ORDER.indexOf(least)) return []
  const what = breaking.length > 0 ? 'may break callers' : 'adds to the API'
  return [...(breaking.length > 0 ? breaking : added)].map(
    (key) => `${name}: ${key} ${what}: it needs a ${least} changeset, not ${bump}`,
  )
}

/** The title of a declaration that the exported ones name without exporting it. */
const NAMED_ONLY = '(not exported)'

const isNamedOnly = (key) => key.startsWith(NAMED_ONLY)

/** The text of a declaration that was named only, under the entry that exports it now. */
function moved(key, now) {
  if (!isNamedOnly(key)) return undefined
  const name = key.slice(NAMED_ONLY.length)
  return [...now].find(([other]) => other.endsWith(name) && !isNamedOnly(other))?.[1]
}

function isBroken(before, after) {
  if (after === undefined) return true
  if (after === before) return false
  const old = before.split('\n')
  const now = after.split('\n')
  let next = 0
  const gained = []
  for (const line of now)
    if (line === old[next]) next++
    else gained.push(line)
  const isOptional = (line) => /^\s+(readonly )?[\w'"[\]-]+\?:/.test(line)
  return next < old.length || !gained.every(isOptional)
}

/** `<entry>: <first line>` -> the whole declaration. */
function declarationsOf(report) {
  const found = new Map()
  for (const [, heading, code] of report.matchAll(/^## (.*)\n\n```ts\n([\s\S]*?)\n```$/gm)) {
    const title = heading.startsWith('Named by') ? NAMED_ONLY : heading
    // A declaration goes on in lines that are indented or close a bracket.
    for (const text of code.split(/\n(?=[^\s}\])])/)) {
      const name = /^(?:abstract )?(?:const|let|function|class|interface|type|enum) ([\w$]+)/.exec(
        text,
      )
      const key = `${title} ${name?.[1] ?? text.split('\n', 1)[0]}`
      found.set(key, found.has(key) ? `${found.get(key)}\n${text}` : text)
    }
  }
  return found
}
