import { plainSigns } from '../plainSigns.ts'
import { graphemeCount } from '../text-field/graphemes.ts'

export type MobileField = 'name' | 'phone' | 'address'
export type MobileFault = 'empty' | 'invalid'

/** `value` is what to send on: trimmed, inner white space as one blank, digits as ASCII. */
export type MobileCheck =
  | { readonly status: 'valid'; readonly value: string }
  | { readonly status: MobileFault }

/**
 * Lengths in graphemes; digits without the country's plus sign (15 is the limit of
 * E.164).
 */
export const MOBILE_LIMITS = {
  name: { min: 1, max: 60 },
  phone: { min: 5, max: 15 },
  address: { min: 5, max: 200 },
} as const

/**
 * Letters of any script with their marks, and what stands within names: blank, hyphen, apostrophes,
 * full stop, middle dots.
 */
const NAME = /^[\p{L}\p{M} .'’ʼ‘·・-]+$/u
const HAS_LETTER = /\p{L}/u
/** Groups of digits with the usual separators; a plus only at the front, brackets in pairs. */
const PHONE = /^\+? ?(?:\(\d+\)|\d)(?:[ ./-]?(?:\(\d+\)|\d))*$/
/**
 * Control, format-control and unassigned characters; line ends have become blanks by then. Joiners
 * stay: scripts need them.
 */
const NOT_TEXT = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const MARKUP = /[<>]/

/** U22: a name holds a letter, and nothing that no name has. */
export function checkName(text: string): MobileCheck {
  return judged(
    tidy(text),
    (value) => NAME.test(value) && HAS_LETTER.test(value) && within(value, MOBILE_LIMITS.name),
  )
}

/**
 * U22: a phone number in national or international form; digits of every script, full-width signs
 * and marks of direction around it are read.
 */
export function checkPhone(text: string): MobileCheck {
  return judged(tidy(plainSigns(text)), (value) => {
    const digits = value.replace(/\D/g, '').length
    return (
      PHONE.test(value) && digits >= MOBILE_LIMITS.phone.min && digits <= MOBILE_LIMITS.phone.max
    )
  })
}

/**
 * U22: an address holds a letter, is plain text and neither too short nor too long; lines become
 * one.
 */
export function checkAddress(text: string): MobileCheck {
  return judged(
    tidy(text),
    (value) =>
      HAS_LETTER.test(value) &&
      !NOT_TEXT.test(value) &&
      !MARKUP.test(value) &&
      within(value, MOBILE_LIMITS.address),
  )
}

/** The validator of each field. */
export const mobileChecks: Readonly<Record<MobileField, (text: string) => MobileCheck>> = {
  name: checkName,
  phone: checkPhone,
  address: checkAddress,
}

/** The ids of the prompts of spec 5.12 in the widgets' texts. */
export const MOBILE_PROMPTS = {
  name: { empty: 'nameEmpty', invalid: 'nameInvalid' },
  phone: { empty: 'phoneEmpty', invalid: 'phoneInvalid' },
  address: { empty: 'addressEmpty', invalid: 'addressInvalid' },
} as const

type PromptId = (typeof MOBILE_PROMPTS)[MobileField][MobileFault]

/**
 * The prompt for a field, `undefined` where it is valid. `strings` are the widgets' texts:
 * `useUiStrings()` or `loadUiStrings(locale)`.
 */
export function mobilePrompt(
  field: MobileField,
  {
    text,
    strings,
  }: { readonly text: string; readonly strings: Readonly<Record<PromptId, string>> },
): string | undefined {
  const { status } = mobileChecks[field](text)
  return status === 'valid' ? undefined : strings[MOBILE_PROMPTS[field][status]]
}

function judged(value: string, isValid: (value: string) => boolean): MobileCheck {
  if (value === '') return { status: 'empty' }
  return isValid(value) ? { status: 'valid', value } : { status: 'invalid' }
}

const tidy = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s\u200b\ufeff]+/gu, ' ')
    .trim()

const within = (value: string, { min, max }: { readonly min: number; readonly max: number }) => {
  const length = graphemeCount(value)
  return length >= min && length <= max
}
