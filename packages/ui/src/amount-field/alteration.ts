import { finishAmount, normaliseAmount } from '@x/decimal'

/**
 * Why the amount rule (spec 5) makes another number of a text than a reader sees in it.
 * - `leading-dot`: a decimal sign without a digit before it, `.5`
 * - `negative`: a minus
 * - `fraction`: a decimal sign where only whole numbers are allowed
 * - `decimals`: more digits after the decimal sign than the field takes
 * - `digits`: more than 20 digits before it
 * - `unreadable`: letters, an exponent, signs that do not make one number
 */
export type AlterationKind =
  | 'leading-dot'
  | 'negative'
  | 'fraction'
  | 'decimals'
  | 'digits'
  | 'unreadable'

/**
 * What the amount rule left out of a text, where that changed its number. Such a text is no amount.
 */
export interface AmountAlteration {
  readonly kind: AlterationKind
  /** The number that was meant, in the form of the field; absent where that is not certain. */
  readonly correction?: string
}

export interface AlterationOptions {
  readonly decimals: number
  /** The text as the comma rule of the language reads it. Default: the text itself. */
  readonly read?: string
}

/** Spaces, apostrophes and marks of direction: they group digits or say nothing. */
const SILENT = /[\s'’٬\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
const COMMA = /[,，،､、]/
const MINUS = '[-\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d]'
const LEADING_MINUS = new RegExp(`^${MINUS}`)
/** A minus before the figure of a pasted text: `-5`, `-$5`, `USDT -5`. */
const PASTED_MINUS = new RegExp(`^\\s*${MINUS}|${MINUS}\\s*\\p{Sc}?\\s*[\\p{Nd}.,]`, 'u')
const NUMBER = /^\d*\.?\d*$/
/**
 * A slip of a finger. Not the letters of exponents, thousands and their kin, which make another
 * number.
 */
const SLIP = /^[acdf-jln-su-z$;:_=]$/i

const ARABIC_GROUPS = /^[1-9]\d{0,2}(?:٬\d{3})+(?:\.\d*)?$/

/**
 * What the amount rule would alter in `raw`; `undefined`: the amount is the number that a reader
 * sees.
 */
export function alterationOf(
  raw: string,
  { decimals, read = raw }: AlterationOptions,
): AmountAlteration | undefined {
  const text = [...raw].map(plainCharacter).join('')
  if (LEADING_MINUS.test(text)) return { kind: 'negative' }
  // It looks like the decimal sign beside it on the keyboard, `0٬5` for `0٫5`: only whole groups
  // are a thousand.
  if (raw.includes('٬') && !ARABIC_GROUPS.test(arabicText(raw))) return { kind: 'unreadable' }
  const unsigned = text.replace(/^[+＋]/, '')
  if (/[^\d.,]/.test(unsigned)) return unreadable(withoutStray(unsigned), decimals)
  if (!unsigned.includes(',')) return alteredNumber(unsigned, decimals)
  const value = read === raw ? grouped(unsigned) : commaReading(unsigned, { read, decimals })
  return typeof value === 'string' ? alteredNumber(value, decimals) : value
}

/**
 * The same for pasted text that was read as `read`: a currency or unit around the figure is no part
 * of it.
 */
export function pasteAlteration(
  pasted: string,
  { decimals, read = pasted }: AlterationOptions,
): AmountAlteration | undefined {
  if (PASTED_MINUS.test(pasted)) return { kind: 'negative' }
  if (read === pasted) return undefined
  const digits = /\d[\d.,]*|[.,]\d[\d.,]*/.exec([...pasted].map(plainCharacter).join(''))?.[0] ?? ''
  return isSameDigits(digits, read)
    ? undefined
    : { kind: 'decimals', ...cut(finishAmount(normaliseAmount(read, { decimals }))) }
}

const arabicText = (raw: string): string =>
  [...raw].map((character) => (character === '٬' ? character : plainCharacter(character))).join('')

/**
 * One character as an ASCII digit, a dot or a comma; nothing where it is silent; any other as it
 * is.
 */
export function plainCharacter(character: string): string {
  if (SILENT.test(character)) return ''
  if (COMMA.test(character)) return ','
  // The leading 1 saves a zero and a dot from the rules about the beginning.
  return normaliseAmount(`1${character}`, { decimals: 1 }).slice(1) || character
}

/** What the rule changes in digits and dots. */
function alteredNumber(text: string, decimals: number): AmountAlteration | undefined {
  if (text.startsWith('.'))
    return { kind: 'leading-dot', ...corrected(`0${text.replace(/^\.+/, '.')}`, decimals) }
  if (!NUMBER.test(text))
    return unreadable(text.replace(/\.+/g, '.').replace(/(\..*)\.$/, '$1'), decimals)
  if (decimals === 0 && text.includes('.'))
    return { kind: 'fraction', ...corrected(text.replace(/\.0*$/, ''), decimals) }
  const kept = normaliseAmount(text, { decimals })
  if (isSameNumber(text, kept)) return undefined
  return wholeOf(text) === wholeOf(kept) ? { kind: 'decimals', ...cut(kept) } : { kind: 'digits' }
}

function unreadable(meant: string | undefined, decimals: number): AmountAlteration {
  return { kind: 'unreadable', ...(meant === undefined ? {} : corrected(meant, decimals)) }
}

/** A correction is offered only if the field takes it as it is. */
function corrected(text: string, decimals: number): { readonly correction?: string } {
  const kept = normaliseAmount(text, { decimals })
  const isFine =
    NUMBER.test(text) &&
    /^\d/.test(text) &&
    (decimals > 0 || !text.includes('.')) &&
    isSameNumber(text, kept)
  return isFine ? { correction: kept } : {}
}

/** The number beside one letter too many; `undefined` where the letter may belong to it. */
function withoutStray(text: string): string | undefined {
  const [, before = '', digits = '', after = ''] = /^([^\d.,]*)([\d.]+)([^\d.,]*)$/.exec(text) ?? []
  return digits !== '' && SLIP.test(before + after) ? digits : undefined
}

/**
 * A text with commas that only group: `1,234.5`, `1,234,567`. `1,234` alone may be a little over
 * one.
 */
function grouped(text: string): string | AmountAlteration {
  const groupsOnly = /^[1-9]\d{0,2}(?:,\d{3})+\.\d*$|^[1-9]\d{0,2}(?:,\d{3}){2,}$/.test(text)
  return groupsOnly ? text.replaceAll(',', '') : { kind: 'unreadable' }
}

/**
 * A text with commas as the language has read it. What it left out at the end is no part of the
 * number.
 */
function commaReading(
  text: string,
  { read, decimals }: { readonly read: string; readonly decimals: number },
): string | AmountAlteration {
  if (/[.,]$/.test(text) && !read.endsWith('.'))
    return { kind: decimals === 0 ? 'fraction' : 'unreadable', ...corrected(read, decimals) }
  // The zeros behind the comma are gone from the text: what is typed on would count before it.
  const isCut = digitsOf(text).startsWith(digitsOf(read))
  if (decimals === 0 && isCut && digitsOf(text) !== digitsOf(read))
    return { kind: 'fraction', ...(isSameDigits(text, read) ? corrected(read, decimals) : {}) }
  if (isSameDigits(text, read)) return read
  return isCut ? { kind: 'decimals', ...cut(read) } : { kind: 'digits' }
}

const wholeOf = (text: string): string => (text.split('.')[0] ?? '').replace(/^0+/, '')

/** Whether two texts of digits and one dot are the same number. */
function isSameNumber(one: string, other: string): boolean {
  const canonical = (text: string) =>
    `${wholeOf(text)}.${(text.split('.')[1] ?? '').replace(/0+$/, '')}`
  return canonical(one) === canonical(other)
}

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')

/**
 * Whether `kept` has all digits of `text` that carry value: only zeros that lead, or end the
 * decimals, may be missing.
 */
function isSameDigits(text: string, kept: string): boolean {
  const [all, some] = [digitsOf(text), digitsOf(kept)]
  if (all === some) return true
  const decimals = /[.,](\d*)$/.exec(text)?.[1]?.length ?? 0
  return (
    all.startsWith(some) &&
    /^0+$/.test(all.slice(some.length)) &&
    Math.max(0, all.length - decimals) === wholeOf(kept).length
  )
}

/** A number cut to the decimals of the field, unless nothing is left of it. */
function cut(kept: string): { readonly correction?: string } {
  return /[1-9]/.test(kept) ? { correction: kept } : {}
}
