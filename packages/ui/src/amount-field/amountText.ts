import { type AmountAlteration, alterationOf, pasteAlteration } from './alteration.ts'
import {
  add,
  compare,
  decimal,
  formatDecimal,
  normaliseAmount,
  parseDecimal,
  sub,
} from '@x/decimal'

/** What a paste is read as: text for the amount rule, or a refusal with the message to show. */
export type PastedAmount = { readonly text: string } | { readonly refused: string }

export interface AmountEdit {
  readonly text: string
  readonly caret: number
  /** What the rule left out, where that changed the number: the text is then no amount. */
  readonly alteration?: AmountAlteration
}

export interface EditOptions {
  readonly caret: number
  readonly decimals: number
  /** The text as the comma rule of the language reads it. Default: the text itself. */
  readonly read?: string
}

/**
 * U17: the amount after an edit, and where the caret stands. The normalised text is the raw text
 * with characters left out (and foreign digits mapped one to one), so the caret keeps the digit on
 * its left. A comma rule may put a zero before the text: there the caret keeps its distance from
 * the end.
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
 * One character as the amount rule keeps it: a digit, a dot or nothing. The leading 1 saves a zero
 * and a dot from the rules about the beginning.
 */
function plain(character: string): string {
  return normaliseAmount(`1${character}`, { decimals: 1 }).slice(1)
}

export interface Insertion {
  /** The part of the text before that it took the place of. */
  readonly start: number
  readonly end: number
  readonly insert: string
}

/**
 * What one change put into `before` to make `raw`, if it was more than a key's one character: a
 * drop, a keyboard's clipboard or dictation brings a text that was written elsewhere, as a paste
 * does. `data` is what the browser says it inserted, up to the caret; a drop says nothing. Where
 * that leaves open what was replaced, as when a program writes the whole field, the whole is what
 * came: `1,234` over `1` is not a `1` before `,234`, nor is `1.234` over `1234` a dot.
 */
export function insertedAtOnce(
  before: string,
  {
    raw,
    caret,
    data,
  }: { readonly raw: string; readonly caret: number; readonly data: string | null },
): Insertion | undefined {
  const isSaid = data !== null && raw.slice(0, caret).endsWith(data)
  const start = isSaid ? caret - data.length : commonStart(before, raw)
  const kept = isSaid ? raw.length - caret : commonEnd(before.slice(start), raw.slice(start))
  const insert = raw.slice(start, raw.length - kept)
  const isKey = isSaid || caret === start + 1
  if (insert.length === 0 || (insert.length === 1 && isKey)) return undefined
  return insert.length > 1 && (isSaid || start + kept === before.length)
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
 * An insertion that goes on from what stands before it, `,234` behind `1`, can only be read
 * together with it; so can one that brings a sign to an amount that keeps its dot: `2.5` behind
 * `1.5` is no `1.525`.
 */
export function readable(before: string, { start, end, insert }: Insertion): Insertion {
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

/**
 * `read` is what `insert` was read as: an amount, without zeros before it. Behind other digits each
 * of them counts.
 */
export function withLeadingZeros(read: string, { start, insert }: Insertion): string {
  if (start === 0) return read
  const zeros = /^0*(?=\d)/.exec([...insert].map(plain).join(''))?.[0] ?? ''
  return zeros + read.replace(/^0+(?=\d)/, '')
}

/** Replaces the selection by pasted text, before the rule runs over the whole. */
export function insertText(
  text: string,
  { start, end, insert }: { readonly start: number; readonly end: number; readonly insert: string },
): { readonly raw: string; readonly caret: number } {
  return { raw: text.slice(0, start) + insert + text.slice(end), caret: start + insert.length }
}

/** How a field reads what comes into it. */
export interface AmountRules {
  readonly decimals: number
  readonly readTyped: (text: string) => string | { readonly refused: string }
  readonly readPasted: (text: string) => PastedAmount
}

/** What a field holds. */
export interface AmountState {
  readonly shown: string
  /** Why the text is no amount, in the reader's words of the comma rule. */
  readonly refused?: string
  /** What was left out of the text. It stays until the text is written anew, or corrected. */
  readonly alteration?: AmountAlteration
  /**
   * The text with all that was left out of it; absent once it was edited elsewhere than at its end.
   */
  readonly typed?: string
}

/** The amount that a form may send: none of a text that was refused or altered. */
export const amountOfState = ({ shown, refused, alteration }: AmountState): string =>
  refused === undefined && !alteration ? shown : ''

/**
 * One edit, as a browser reports it: the text after it, the caret, and where known the selection
 * before it.
 */
export interface TextChange {
  readonly raw: string
  readonly caret: number
  readonly selection?: { readonly start: number; readonly end: number } | undefined
}

export interface AmountStep {
  readonly state: AmountState
  readonly caret: number
}

/** The field after a text was typed over all that it held. */
export function readText(
  raw: string,
  { caret, rules }: { readonly caret: number; readonly rules: AmountRules },
): AmountStep {
  const read = rules.readTyped(raw)
  // Nothing is left out of it: `1,5` less its comma would be fifteen.
  if (typeof read !== 'string') return { state: { shown: raw, refused: read.refused }, caret }
  const { text, caret: at, alteration } = editAmount(raw, { caret, decimals: rules.decimals, read })
  return {
    state: alteration ? { shown: text, alteration, typed: raw } : { shown: text },
    caret: at,
  }
}

/**
 * The field after a text came at once, by a paste, a drop or a program; `undefined` with a message:
 * nothing has changed.
 */
export function insertWhole(
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
  const part = readable(shown, insertion)
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
  // A correction of a part is none of the whole.
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
 * The field after a key. What was altered before stays altered until the whole text makes a number,
 * or is written anew.
 */
export function typeText(
  before: AmountState,
  { raw, caret, selection }: TextChange,
  rules: AmountRules,
): AmountStep {
  const { alteration, shown, typed } = before
  if (!alteration || raw === '' || (selection && isRewritten(before, selection)))
    return readText(raw, { caret, rules })
  const whole = typed === undefined ? undefined : typedOn(typed, { shown, raw, selection })
  const at = raw.length - caret
  if (whole !== undefined) {
    const next = readText(whole, { caret: whole.length, rules })
    return { state: next.state, caret: Math.max(0, next.state.shown.length - at) }
  }
  const { text, caret: kept } = editAmount(raw, { caret, decimals: rules.decimals })
  return { state: { shown: text, alteration: { kind: alteration.kind } }, caret: kept }
}

/** Whether all that stood there, and something did, was replaced. */
const isRewritten = (
  { shown }: AmountState,
  { start, end }: { readonly start: number; readonly end: number },
): boolean => shown !== '' && start === 0 && end >= shown.length

/**
 * The text with what was left out of it after an edit at its end; `undefined` after any other edit.
 */
function typedOn(
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

/** Takes away the last characters that are shown, and what was left out behind them. */
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

export interface StepOptions {
  readonly step: string
  readonly direction: 'up' | 'down'
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** One step up or down, clamped; an empty field steps from zero. */
export function stepAmount(text: string, { step, direction, min = '0', max }: StepOptions): string {
  const from = parseDecimal(text.replace(/\.$/, '')) ?? decimal('0')
  const moved = direction === 'up' ? add(from, decimal(step)) : sub(from, decimal(step))
  const low = decimal(min)
  if (compare(moved, low) < 0) return formatDecimal(low)
  if (max !== undefined && compare(moved, decimal(max)) > 0) return formatDecimal(decimal(max))
  return formatDecimal(moved)
}
