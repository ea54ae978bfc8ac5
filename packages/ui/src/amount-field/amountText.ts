import {
  type AmountAlteration,
  alterationOf,
  pasteAlteration,
  plainCharacter,
  SILENT,
} from './alteration.ts'
import {
  add,
  compare,
  decimal,
  formatDecimal,
  normaliseAmount,
  parseDecimal,
  sub,
} from '@x/decimal'

/** Result of parsing a paste: text for the amount rule, or a refusal with the message to show. */
export type PastedAmount = { readonly text: string } | { readonly refused: string }

/** An amount after an edit. */
export interface AmountEdit {
  readonly text: string
  readonly caret: number
  /** Set if the rule changed the number; the text is then no amount. */
  readonly alteration?: AmountAlteration
}

/** Options of `editAmount`. */
export interface EditOptions {
  /** Position in the raw text, in UTF-16 units. */
  readonly caret: number
  /** Maximal digits after the decimal point. */
  readonly decimals: number
  /** The text after the comma rule of the language. Default: the text itself. */
  readonly read?: string
}

/**
 * Applies the amount rule to `raw` and maps the caret (U17). The result is the raw text with
 * characters left out and foreign digits replaced one to one, so the caret stays behind the same
 * digit. If the comma rule put a zero first, the caret keeps its distance from the end.
 */
export function editAmount(raw: string, { caret, decimals, read = raw }: EditOptions): AmountEdit {
  const text = normaliseAmount(read, { decimals })
  const at = read === raw ? caret : Math.max(0, read.length - (raw.length - caret))
  let kept = 0
  for (let index = 0; index < Math.min(at, read.length) && kept < text.length; index += 1) {
    if (plain(read.charAt(index)) === text.charAt(kept)) kept += 1
  }
  const alteration = alterationOf(raw, { read, decimals })
  return { text, caret: kept, ...(alteration && { alteration }) }
}

/**
 * Returns one character as the amount rule keeps it: a digit, a dot or ''. The leading 1 exempts a
 * zero and a dot from the rules for the first character.
 */
function plain(character: string): string {
  return normaliseAmount(`1${character}`, { decimals: 1 }).slice(1)
}

/** A text inserted in one change. */
export interface Insertion {
  /** Range of the previous text that was replaced, in UTF-16 units. */
  readonly start: number
  readonly end: number
  readonly insert: string
}

/**
 * Returns the text that one change inserted into `before` to produce `raw`, if it is more than one
 * typed character: a drop, the clipboard of a keyboard or dictation is parsed like a paste. `data`
 * is what the browser reports as inserted, up to the caret; a drop reports nothing. If the replaced
 * range is ambiguous, for instance when a program writes the whole field, the whole text counts as
 * inserted: `1,234` over `1` is not `,234` after `1`, nor is `1.234` over `1234` a dot.
 */
export function insertedAtOnce(
  before: string,
  {
    raw,
    caret,
    data,
  }: { readonly raw: string; readonly caret: number; readonly data: string | null },
): Insertion | undefined {
  const isReported = data !== null && raw.slice(0, caret).endsWith(data)
  const start = isReported ? caret - data.length : commonStart(before, raw)
  const kept = isReported ? raw.length - caret : commonEnd(before.slice(start), raw.slice(start))
  const insert = raw.slice(start, raw.length - kept)
  const isKey = isReported || caret === start + 1
  if (insert.length === 0 || (insert.length === 1 && isKey)) return undefined
  return insert.length > 1 && (isReported || start + kept === before.length)
    ? { start, end: before.length - kept, insert }
    : { start: 0, end: before.length, insert: raw }
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length++
  return length
}

function commonEnd(one: string, other: string): number {
  let length = 0
  while (
    length < Math.min(one.length, other.length) &&
    one.at(-1 - length) === other.at(-1 - length)
  )
    length++
  return length
}

/**
 * Extends an insertion that can only be parsed with the text before it, such as `,234` after `1`,
 * or with a text that already has a dot: `2.5` after `1.5` is not `1.525`.
 */
export function extendInsertion(before: string, { start, end, insert }: Insertion): Insertion {
  const text = insert.trim()
  const keepsDot = (before.slice(0, start) + before.slice(end)).includes('.')
  const isPart = (start === 0 || /^\p{Nd}/u.test(text)) && !(keepsDot && /\P{Nd}/u.test(text))
  if (text === '' || isPart) return { start, end, insert: text }
  return {
    start: 0,
    end: before.length,
    insert: insertText(before, { start, end, insert: text }).raw,
  }
}

/** Zeros before another digit, grouped or not. */
const LEADING_ZEROS = new RegExp(`^(?:0(?:${SILENT.source})*)+(?=\\d)`)

/**
 * Restores the leading zeros that parsing removed from an insertion: after other digits they are
 * significant.
 */
export function withLeadingZeros(read: string, { start, insert }: Insertion): string {
  if (start === 0) return read
  const zeros = /^0*(?=\d)/.exec([...insert].map(plainCharacter).join(''))?.[0] ?? ''
  return zeros + read.replace(LEADING_ZEROS, '')
}

/** Replaces the selection by pasted text, before the amount rule is applied. */
export function insertText(
  text: string,
  { start, end, insert }: { readonly start: number; readonly end: number; readonly insert: string },
): { readonly raw: string; readonly caret: number } {
  return { raw: text.slice(0, start) + insert + text.slice(end), caret: start + insert.length }
}

/** How a field parses text. */
export interface AmountRules {
  readonly decimals: number
  readonly readTyped: (text: string) => string | { readonly refused: string }
  readonly readPasted: (text: string) => PastedAmount
}

/** State of an amount field. */
export interface AmountState {
  readonly shown: string
  /** Message of the comma rule if it refused the text. */
  readonly refused?: string
  /** How the amount rule changed the number. It stays until the text is rewritten or corrected. */
  readonly alteration?: AmountAlteration
  /** The text with all that was left out; absent after an edit before its end. */
  readonly typed?: string
}

/** Returns the amount of a state; '' for a refused or altered text. */
export const amountOfState = ({ shown, refused, alteration }: AmountState): string =>
  refused === undefined && !alteration ? shown : ''

/**
 * One edit as a browser reports it: the text and the caret after it, and the selection before it if
 * known.
 */
export interface TextChange {
  readonly raw: string
  readonly caret: number
  readonly selection?: { readonly start: number; readonly end: number } | undefined
}

/** State and caret after an edit. */
export interface AmountStep {
  readonly state: AmountState
  readonly caret: number
}

/** Returns the state after a text replaced the whole content. */
export function readText(
  raw: string,
  { caret, rules }: { readonly caret: number; readonly rules: AmountRules },
): AmountStep {
  const read = rules.readTyped(raw)
  // Keep the text unchanged: `1,5` without its comma would be fifteen.
  if (typeof read !== 'string') return { state: { shown: raw, refused: read.refused }, caret }
  const { text, caret: at, alteration } = editAmount(raw, { caret, decimals: rules.decimals, read })
  return {
    state: alteration ? { shown: text, alteration, typed: raw } : { shown: text },
    caret: at,
  }
}

/**
 * Returns the state after a text was inserted at once, by a paste, a drop or a program; a refusal
 * leaves the state unchanged.
 */
export function insertAtOnce(
  before: AmountState,
  { rules, ...insertion }: Insertion & { readonly rules: AmountRules },
): AmountStep | { readonly refused: string } {
  const { shown, refused, alteration } = before
  const end = insertion.start + insertion.insert.length
  if (alteration && !isRewritten(before, insertion)) {
    return typeText(
      before,
      { raw: insertText(shown, insertion).raw, caret: end, selection: insertion },
      rules,
    )
  }
  const part = extendInsertion(shown, insertion)
  const read = rules.readPasted(part.insert)
  if ('refused' in read) return read
  const joined = insertText(shown, { ...part, insert: withLeadingZeros(read.text, part) })
  if (refused !== undefined) return readText(joined.raw, { caret: joined.caret, rules })
  const { decimals } = rules
  const {
    text,
    caret,
    alteration: ofWhole,
  } = editAmount(joined.raw, { caret: joined.caret, decimals })
  const found = pasteAlteration(part.insert, { read: read.text, decimals }) ?? ofWhole
  if (!found) return { state: { shown: text }, caret }
  // A correction of the inserted part does not correct the whole text.
  const isWhole = joined.raw === read.text || found === ofWhole
  return {
    state: {
      shown: text,
      alteration: isWhole ? found : { kind: found.kind },
      ...(read.text === part.insert ? { typed: joined.raw } : {}),
    },
    caret,
  }
}

/**
 * Returns the state after a key. An alteration stays until the whole text forms a number or is
 * rewritten.
 */
export function typeText(
  before: AmountState,
  { raw, caret, selection }: TextChange,
  rules: AmountRules,
): AmountStep {
  const { alteration, shown, typed } = before
  if (!alteration || raw === '' || (selection && isRewritten(before, selection)))
    return readText(raw, { caret, rules })
  const whole = typed === undefined ? undefined : appendTyped(typed, { shown, raw, selection })
  const at = raw.length - caret
  if (whole !== undefined) {
    const next = readText(whole, { caret: whole.length, rules })
    return { state: next.state, caret: Math.max(0, next.state.shown.length - at) }
  }
  const { text, caret: kept } = editAmount(raw, { caret, decimals: rules.decimals })
  return { state: { shown: text, alteration: { kind: alteration.kind } }, caret: kept }
}

/** Returns whether an edit replaced the whole text, which was not empty. */
const isRewritten = (
  { shown }: AmountState,
  { start, end }: { readonly start: number; readonly end: number },
): boolean => shown !== '' && start === 0 && end >= shown.length

/**
 * Returns the typed text, left-out characters included, after an edit at its end; `undefined` after
 * any other edit.
 */
function appendTyped(
  typed: string,
  {
    shown,
    raw,
    selection,
  }: { readonly shown: string; readonly raw: string; readonly selection: TextChange['selection'] },
): string | undefined {
  const isAtEnd = !selection || selection.end >= shown.length
  if (!isAtEnd) return undefined
  if (raw.startsWith(shown)) return typed + raw.slice(shown.length)
  if (!shown.startsWith(raw)) return undefined
  return withoutLast(typed, { shown, count: shown.length - raw.length })
}

/** Removes the last `count` shown characters, and the left-out ones after them. */
function withoutLast(
  typed: string,
  { shown, count }: { readonly shown: string; readonly count: number },
): string {
  let [index, left] = [typed.length, count]
  let at = shown.length
  while (left > 0 && index > 0) {
    index -= 1
    if (plain(typed.charAt(index)) !== shown.charAt(at - 1)) continue
    at -= 1
    left -= 1
  }
  return typed.slice(0, index)
}

/** Options of `stepAmount`; amounts are decimal strings. */
export interface StepOptions {
  /** Positive decimal string. */
  readonly step: string
  readonly direction: 'up' | 'down'
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/**
 * Returns the amount one step up or down, clamped to `min` (default 0) and `max`; an empty text
 * steps from 0.
 */
export function stepAmount(text: string, { step, direction, min = '0', max }: StepOptions): string {
  const from = parseDecimal(text.replace(/\.$/, '')) ?? decimal('0')
  const moved = direction === 'up' ? add(from, decimal(step)) : sub(from, decimal(step))
  const low = decimal(min)
  if (compare(moved, low) < 0) return formatDecimal(low)
  if (max !== undefined && compare(moved, decimal(max)) > 0) return formatDecimal(decimal(max))
  return formatDecimal(moved)
}
