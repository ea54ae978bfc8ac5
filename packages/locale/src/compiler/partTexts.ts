import type { Report } from './findings.ts'
import type { LanguageTexts, ReadText } from './languageTexts.ts'

/** Name of a part -> the beginnings of its ids: `account` stands for `account.title` and `account.key.add`, not for `accounts`. */
export type PartList = Readonly<Record<string, readonly string[]>>

export interface CatalogPart {
  /** Its folder; empty for the texts of no part. */
  readonly folder: string
  readonly source: LanguageTexts
}

/** A name becomes a folder beside the modules. */
const NAME = /^[a-z][\w-]*$/i

/** The source texts, each in the one part that claims it; what no part claims comes first, under no folder. */
export function partTexts(source: LanguageTexts, { parts, report }: { readonly parts: PartList; readonly report: Report }): CatalogPart[] {
  const claims = Object.entries(parts).flatMap(([name, beginnings]) => beginnings.map((beginning) => ({ name, beginning })))
  const found = new Map<string, Map<string, ReadText>>(['', ...Object.keys(parts)].map((name) => [name, new Map()]))
  const idle = new Set(claims)
  for (const [id, text] of source) {
    const mine = claims.filter(({ beginning }) => id === beginning || id.startsWith(`${beginning}.`))
    for (const claim of mine) idle.delete(claim)
    const [first, ...others] = new Set(mine.map(({ name }) => name))
    if (others.length > 0) report({ rule: 'part', file: 'en.json', id, message: `claimed by ${[first, ...others].join(' and ')}` })
    found.get(first ?? '')?.set(id, text)
  }
  for (const { name, beginning } of idle) report({ rule: 'part', file: 'en.json', message: `${name}: no id begins with ${beginning}` })
  for (const name of Object.keys(parts)) if (!NAME.test(name)) report({ rule: 'part', file: 'en.json', message: `${name} is no name of a folder` })
  return [...found].map(([folder, texts]) => ({ folder, source: texts }))
}
