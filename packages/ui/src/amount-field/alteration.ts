import { finishAmount, normaliseAmount } from '@x/decimal'

/**
 * Why the amount rule (spec 5) would change the number in a text.
 * - `leading-dot`: a decimal point without a digit before it, `.5`
 * - `negative`: a minus sign
 * - `fraction`: a decimal point where only whole numbers are allowed
 * - `decimals`: more digits after the decimal point than the field allows
 * - `digits`: more than 20 digits before the decimal point
 * - `unreadable`: letters, an exponent, or signs that do not form one number
 */
export type AlterationKind =
  | 'leading-dot'
  | 'negative'
  | 'fraction'
  | 'decimals'
  | 'digits'
  | 'unreadable'

/** A change of the number by the amount rule. A text with an alteration is no amount. */
export interface AmountAlteration {
  readonly kind: AlterationKind
  /** The intended number in the form of the field; absent if it is ambiguous. */
  readonly correction?: string
}

/** Options of `alterationOf` and `pasteAlteration`. */
export interface AlterationOptions {
  /** Maximal digits after the decimal point. */
  readonly decimals: number
  /** The text after the comma rule of the language. Default: the text itself. */
  readonly read?: string
}

/** Spaces, apostrophes and direction marks: they group digits or have no meaning. */
export const SILENT = /[\s'’٬\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
const COMMA = /[,，،､、]/
const MINUS = '[-\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d]'
const LEADING_MINUS = new RegExp(`^${MINUS}`)
/** A minus sign before the number of a pasted text: `-5`, `-$5`, `USDT -5`. */
const PASTED_MINUS = new RegExp(`^\\s*${MINUS}|${MINUS}\\s*\\p{Sc}?\\s*[\\p{Nd}.,]`, 'u')
const NUMBER = /^\d*\.?\d*$/
/**
 * One mistyped character. Letters of exponents and of thousands are excluded: they change the
 * number.
 */
const SLIP = /^[acdf-jln-su-z$;:_=]$/i

/** A digit group after a zero, `0'5` or `0 5`: a decimal sign was intended. */
const GROUP_AFTER_ZERO = /^0+ +([\d.]+)$/

const ARABIC_GROUPS = /^[1-9]\d{0,2}(?:٬\d{3})+(?:\.\d*)?$/

/** Returns how the amount rule would change the number in `raw`; `undefined` if it would not. */
export function alterationOf(
  raw: string,
  { decimals, read = raw }: AlterationOptions,
): AmountAlteration | undefined {
  const text = [...raw].map(plainCharacter).join('')
  if (LEADING_MINUS.test(text)) return { kind: 'negative' }
  // The Arabic group separator is easily mistaken for the decimal one, `0٬5` for `0٫5`: accept it
  // only between groups of three digits.
  if (raw.includes('٬') && !ARABIC_GROUPS.test(arabicText(raw))) return { kind: 'unreadable' }
  const afterZero = GROUP_AFTER_ZERO.exec(spacedText(raw))?.[1]
  if (afterZero !== undefined) return unreadable(`0.${afterZero}`, decimals)
  const unsigned = text.replace(/^[+＋]/, '')
  if (/[^\d.,]/.test(unsigned)) return unreadable(withoutStray(unsigned), decimals)
  if (!unsigned.includes(',')) return alteredNumber(unsigned, decimals)
  const value = read === raw ? grouped(unsigned) : commaReading(unsigned, { read, decimals })
  return typeof value === 'string' ? alteredNumber(value, decimals) : value
}

/**
 * Does the same for pasted text that was parsed as `read`: a currency or unit around the number is
 * ignored.
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
    : { kind: 'decimals', ...truncated(finishAmount(normaliseAmount(read, { decimals }))) }
}

const spacedText = (raw: string): string =>
  [...raw]
    .map((character) => (/[\s'’]/.test(character) ? ' ' : plainCharacter(character)))
    .join('')
    .trim()

const arabicText = (raw: string): string =>
  [...raw].map((character) => (character === '٬' ? character : plainCharacter(character))).join('')

/**
 * Returns one character as an ASCII digit, a dot or a comma, '' for a silent one, any other
 * unchanged.
 */
export function plainCharacter(character: string): string {
  if (SILENT.test(character)) return ''
  if (COMMA.test(character)) return ','
  // The leading 1 exempts a zero and a dot from the rules for the first character.
  return normaliseAmount(`1${character}`, { decimals: 1 }).slice(1) || character
}

/** Returns how the rule would change a text of digits and dots. */
function alteredNumber(text: string, decimals: number): AmountAlteration | undefined {
  if (text.startsWith('.'))
    return { kind: 'leading-dot', ...corrected(`0${text.replace(/^\.+/, '.')}`, decimals) }
  if (!NUMBER.test(text))
    return unreadable(text.replace(/\.+/g, '.').replace(/(\..*)\.$/, '$1'), decimals)
  if (decimals === 0 && text.includes('.'))
    return { kind: 'fraction', ...corrected(text.replace(/\.0*$/, ''), decimals) }
  const kept = normaliseAmount(text, { decimals })
  if (isSameNumber(text, kept)) return undefined
  return wholeOf(text) === wholeOf(kept)
    ? { kind: 'decimals', ...truncated(kept) }
    : { kind: 'digits' }
}

function unreadable(meant: string | undefined, decimals: number): AmountAlteration {
  return { kind: 'unreadable', ...(meant === undefined ? {} : corrected(meant, decimals)) }
}

/** Offers a correction only if the amount rule leaves it unchanged. */
function corrected(text: string, decimals: number): { readonly correction?: string } {
  const kept = normaliseAmount(text, { decimals })
  const isFine =
    NUMBER.test(text) &&
    /^\d/.test(text) &&
    (decimals > 0 || !text.includes('.')) &&
    isSameNumber(text, kept)
  return isFine ? { correction: kept } : {}
}

/** Returns the number next to one mistyped letter; `undefined` if the letter may be intended. */
function withoutStray(text: string): string | undefined {
  const [, before = '', digits = '', after = ''] = /^([^\d.,]*)([\d.]+)([^\d.,]*)$/.exec(text) ?? []
  return digits !== '' && SLIP.test(before + after) ? digits : undefined
}

/**
 * Returns the number of a text in which commas only group digits: `1,234.5`, `1,234,567`. `1,234`
 * is ambiguous.
 */
function grouped(text: string): string | AmountAlteration {
  const groupsOnly = /^[1-9]\d{0,2}(?:,\d{3})+\.\d*$|^[1-9]\d{0,2}(?:,\d{3}){2,}$/.test(text)
  return groupsOnly ? text.replaceAll(',', '') : { kind: 'unreadable' }
}

/**
 * Returns the number of a text with commas after the comma rule. A sign that the rule removed at
 * the end is not part of the number.
 */
function commaReading(
  text: string,
  { read, decimals }: { readonly read: string; readonly decimals: number },
): string | AmountAlteration {
  if (/[.,]$/.test(text) && !read.endsWith('.'))
    return { kind: decimals === 0 ? 'fraction' : 'unreadable', ...corrected(read, decimals) }
  // The rule removed the zeros after the comma; a digit typed next would count before it.
  const isCut = digitsOf(text).startsWith(digitsOf(read))
  if (decimals === 0 && isCut && digitsOf(text) !== digitsOf(read))
    return { kind: 'fraction', ...(isSameDigits(text, read) ? corrected(read, decimals) : {}) }
  if (isSameDigits(text, read)) return read
  return isCut ? { kind: 'decimals', ...truncated(read) } : { kind: 'digits' }
}

const wholeOf = (text: string): string => (text.split('.')[0] ?? '').replace(/^0+/, '')

/** Returns whether two texts of digits and one dot are the same number. */
function isSameNumber(one: string, other: string): boolean {
  const canonical = (text: string) =>
    `${wholeOf(text)}.${(text.split('.')[1] ?? '').replace(/0+$/, '')}`
  return canonical(one) === canonical(other)
}

const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '')

/**
 * Returns whether `kept` has all significant digits of `text`: only leading zeros and trailing
 * decimals may be missing.
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

/** Offers a number cut to the decimals of the field, unless it is zero. */
function truncated(kept: string): { readonly correction?: string } {
  return /[1-9]/.test(kept) ? { correction: kept } : {}
}
