import type { Report } from './findings.ts'
import type { LanguageTexts, ReadText } from './languageTexts.ts'

export const PARTS_FILE = 'parts.json'

/**
 * Name of a part -> the beginnings of its ids: `account` covers `account.title` and
 * `account.key.add`, not for `accounts`.
 */
type PartList = Readonly<Record<string, readonly string[]>>

export interface CatalogPart {
  /** Its folder; empty for the texts of no part. */
  readonly folder: string
  readonly source: LanguageTexts
}

/** A name becomes a folder beside the modules. */
const NAME = /^[a-z][\w-]*$/i

/**
 * The source texts, each in the one part that claims it; what no part claims comes first, under no
 * folder.
 */
export function partTexts(
  source: LanguageTexts,
  { json, report }: { readonly json: string | undefined; readonly report: Report },
): CatalogPart[] {
  const refuse = (message: string, id?: string) =>
    report({ rule: 'part', file: PARTS_FILE, message, ...(id !== undefined && { id }) })
  const parts = readParts(json, refuse)
  const claims = Object.entries(parts).flatMap(([name, beginnings]) =>
    beginnings.map((beginning) => ({ name, beginning })),
  )
  const found = new Map<string, Map<string, ReadText>>(
    ['', ...Object.keys(parts)].map((name) => [name, new Map()]),
  )
  const idle = new Set(claims)
  for (const [id, text] of source) {
    const mine = claims.filter(
      ({ beginning }) => id === beginning || id.startsWith(`${beginning}.`),
    )
    for (const claim of mine) idle.delete(claim)
    const [first, ...others] = new Set(mine.map(({ name }) => name))
    if (others.length > 0) refuse(`claimed by ${[first, ...others].join(' and ')}`, id)
    found.get(first ?? '')?.set(id, text)
  }
  for (const { name, beginning } of idle) refuse(`${name}: no id begins with ${beginning}`)
  return [...found].map(([folder, texts]) => ({ folder, source: texts }))
}

/** Reads `{ "account": ["account", "login"] }`. */
function readParts(json: string | undefined, refuse: (message: string) => void): PartList {
  if (json === undefined) return {}
  const parsed = parse(json)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    refuse('an object of part and beginnings of ids')
    return {}
  }
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, string[]] => {
      const [name, beginnings] = entry as [string, unknown]
      const isList =
        Array.isArray(beginnings) && beginnings.every((beginning) => typeof beginning === 'string')
      if (!isList) refuse(`${name}: a list of beginnings of ids`)
      else if (!NAME.test(name)) refuse(`${name} is no name of a folder`)
      return isList && NAME.test(name)
    }),
  )
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
