import { compare, parseDecimal, type Decimal } from '@x/decimal'
import type { SortRule } from './columns.ts'

/**
 * A decimal as a float, with the exact value parsed on demand. Rounding keeps the order, so only
 * equal floats need the exact values.
 */
interface DecimalKey {
  readonly near: number
  readonly text: string
  exact: Decimal | undefined
}

/** A sort key; `undefined` is a missing value. */
export type SortKey = string | number | bigint | DecimalKey | undefined

const collators = new Map<string | undefined, Intl.Collator>()

/**
 * Returns the collator of a language (an Intl tag), by default the platform's. Cached: creating one
 * costs as much as a hundred comparisons.
 */
export function collatorOf(language: string | undefined): Intl.Collator {
  const known = collators.get(language)
  if (known) return known
  const made = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  collators.set(language, made)
  return made
}

/** Texts that `parseDecimal` surely accepts. */
const PLAIN = /^-?\d{1,300}(?:\.\d{1,300})?$/

/** Returns the sort key of a row. */
export function sortKey<R>(rule: SortRule<R>, row: R): SortKey {
  const value = rule.by(row)
  if (value === null || value === undefined || value === '' || Number.isNaN(value)) return undefined
  if (rule.as !== 'decimal') return value
  const text = String(value)
  if (PLAIN.test(text)) return { near: Number(text), text, exact: undefined }
  const exact = parseDecimal(text)
  return exact === null ? undefined : { near: Number(text), text, exact }
}

/** Compares two keys of the same rule, ascending; 0 for a tie. */
export function compareKeys(a: SortKey, b: SortKey, collator: Intl.Collator): number {
  if (typeof a === 'object' && typeof b === 'object') {
    if (a.near !== b.near) return a.near - b.near
    return a.text === b.text ? 0 : compare(exactOf(a), exactOf(b))
  }
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return a < b ? -1 : a > b ? 1 : 0
}

function exactOf(key: DecimalKey): Decimal {
  key.exact ??= parseDecimal(key.text) ?? undefined
  if (key.exact === undefined) throw new RangeError(`Not a decimal: ${key.text}`)
  return key.exact
}
