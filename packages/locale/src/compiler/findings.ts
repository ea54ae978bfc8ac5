/**
 * What is wrong with a catalog.
 * - `json`, `flat`, `id`, `duplicate-id`, `empty`: the file is no flat object of texts under
 *   well-formed, distinct ids
 * - `unknown-locale`: a file, or an entry of fallback.json, whose name is no locale
 * - `syntax`: the text is no ICU MessageFormat
 * - `tag`: a tag that is not in the list of allowed names; `html`: markup or an entity
 * - `style`: a number, date or time style that the compiler does not know, or a currency
 * - `pound`: a `#` inside a select, where ICU leaves it as it is
 * - `argument-kind`: an argument used in two ways, or in another way than in the source
 * - `arguments`, `tags`, `select-keys`: other argument names, tag names or select keys than in the
 *   source
 * - `plural-categories`: not exactly the categories of the language
 * - `missing`: no text and no entry in fallback.json; `fallback`: an entry there that is not needed
 *   or cannot be met
 * - `part`: in parts.json an id is claimed by two parts, a beginning fits no id, or a name is none
 *   of a folder
 * - `unknown-id`: the source has no such id; `unused`: no source file names the id
 */
export type FindingRule =
  | 'json'
  | 'flat'
  | 'id'
  | 'duplicate-id'
  | 'empty'
  | 'unknown-locale'
  | 'syntax'
  | 'tag'
  | 'html'
  | 'style'
  | 'pound'
  | 'argument-kind'
  | 'arguments'
  | 'tags'
  | 'select-keys'
  | 'plural-categories'
  | 'missing'
  | 'fallback'
  | 'unknown-id'
  | 'unused'
  | 'part'

/** One error in a catalog, with its position. */
export interface Finding {
  readonly rule: FindingRule
  /** The file it concerns: `de.json`. */
  readonly file: string
  readonly id?: string
  /** Line of the id in the file, from 1. */
  readonly line?: number
  readonly message: string
}

/** `de.json:12 order.placed: plural-categories: …`, as editors and logs link it. */
export function printFinding({ rule, file, id, line, message }: Finding): string {
  const position = line === undefined ? '' : `:${line}`
  const subject = id === undefined ? '' : ` ${id}`
  return `${file}${position}${subject}: ${rule}: ${message}`
}

export type Report = (finding: Finding) => void
