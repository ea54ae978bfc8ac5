import { add, compare, decimal, formatDecimal, normaliseAmount, parseDecimal, sub } from '@x/decimal'

/** What a paste is read as: text for the amount rule, or a refusal with the message to show. */
export type PastedAmount = { readonly text: string } | { readonly refused: string }

export interface AmountEdit {
  readonly text: string
  readonly caret: number
}

/**
 * U17: the amount after an edit, and where the caret stands. The normalised text is the raw text with characters left out
 * (and foreign digits mapped one to one), so the caret keeps the digit on its left.
 */
export function editAmount(raw: string, { caret, decimals }: { readonly caret: number; readonly decimals: number }): AmountEdit {
  const text = normaliseAmount(raw, { decimals })
  let kept = 0
  for (let index = 0; index < Math.min(caret, raw.length) && kept < text.length; index += 1) {
    if (plain(raw.charAt(index)) === text.charAt(kept)) kept += 1
  }
  return { text, caret: kept }
}

/** One character as the amount rule keeps it: a digit, a dot or nothing. The leading 1 saves a zero and a dot from the rules about the beginning. */
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
 * What one change put into `before` to make `raw`, if it was more than a key's one character: a drop, a keyboard's
 * clipboard or dictation brings a text that was written elsewhere, as a paste does. `data` is what the browser says it
 * inserted, up to the caret; a drop says nothing. Where that leaves open what was replaced, as when a program writes
 * the whole field, the whole is what came: `1,234` over `1` is not a `1` before `,234`, nor is `1.234` over `1234` a dot.
 */
export function insertedAtOnce(before: string, { raw, caret, data }: { readonly raw: string; readonly caret: number; readonly data: string | null }): Insertion | undefined {
  const isSaid = data !== null && raw.slice(0, caret).endsWith(data)
  const start = isSaid ? caret - data.length : commonStart(before, raw)
  const kept = isSaid ? raw.length - caret : commonEnd(before.slice(start), raw.slice(start))
  const insert = raw.slice(start, raw.length - kept)
  const isKey = isSaid || caret === start + 1
  if (insert.length === 0 || (insert.length === 1 && isKey)) return undefined
  return insert.length > 1 && (isSaid || start + kept === before.length) ? { start, end: before.length - kept, insert } : { start: 0, end: before.length, insert: raw }
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length++
  return length
}

function commonEnd(one: string, other: string): number {
  let length = 0
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length++
  return length
}

/**
 * An insertion that goes on from what stands before it, `,234` behind `1`, can only be read together with it; so can one that
 * brings a sign to an amount that keeps its dot: `2.5` behind `1.5` is no `1.525`.
 */
export function readable(before: string, { start, end, insert }: Insertion): Insertion {
  const text = insert.trim()
  const keepsDot = (before.slice(0, start) + before.slice(end)).includes('.')
  const isPart = (start === 0 || /^\p{Nd}/u.test(text)) && !(keepsDot && /\P{Nd}/u.test(text))
  if (text === '' || isPart) return { start, end, insert: text }
  return { start: 0, end: before.length, insert: insertText(before, { start, end, insert: text }).raw }
}

/** `read` is what `insert` was read as: an amount, without zeros before it. Behind other digits each of them counts. */
export function withLeadingZeros(read: string, { start, insert }: Insertion): string {
  if (start === 0) return read
  const zeros = /^0*(?=\d)/.exec([...insert].map(plain).join(''))?.[0] ?? ''
  return zeros + read.replace(/^0+(?=\d)/, '')
}

/** Replaces the selection by pasted text, before the rule runs over the whole. */
export function insertText(text: string, { start, end, insert }: { readonly start: number; readonly end: number; readonly insert: string }): { readonly raw: string; readonly caret: number } {
  return { raw: text.slice(0, start) + insert + text.slice(end), caret: start + insert.length }
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
