import { normaliseSigns } from '../normaliseSigns.ts'
import { graphemeCount } from '../text-field/graphemes.ts'

/** A field of the mobile form. */
export type MobileField = 'name' | 'phone' | 'address'
/** Why a text is refused. */
export type MobileFault = 'empty' | 'invalid'

/** Result of a check. `value` is normalised: trimmed, single blanks, ASCII digits. */
export type MobileCheck =
  | { readonly status: 'valid'; readonly value: string }
  | { readonly status: MobileFault }

/**
 * Lengths in graphemes; of a phone number in digits without the plus sign (15 is the limit of
 * E.164).
 */
export const MOBILE_LIMITS = {
  name: { min: 1, max: 60 },
  phone: { min: 5, max: 15 },
  address: { min: 5, max: 200 },
} as const

/**
 * Letters of any script with their marks, and the signs inside names: blank, hyphen, apostrophes,
 * full stop, middle dots.
 */
const NAME = /^[\p{L}\p{M} .'’ʼ‘·・-]+$/u
const HAS_LETTER = /\p{L}/u
/** Groups of digits with the usual separators; a plus sign only first, parentheses in pairs. */
const PHONE = /^\+? ?(?:\(\d+\)|\d)(?:[ ./-]?(?:\(\d+\)|\d))*$/
/**
 * Control, private-use and unassigned characters and direction controls; line breaks are blanks
 * already. Joiners are allowed, because some scripts need them.
 */
const NOT_TEXT = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const MARKUP = /[<>]/

/** Checks a name: it has a letter and only characters of names (U22). */
export function checkName(text: string): MobileCheck {
  return judged(
    tidy(text),
    (value) => NAME.test(value) && HAS_LETTER.test(value) && within(value, MOBILE_LIMITS.name),
  )
}

/**
 * Checks a national or international phone number; digits of every script, full-width signs and
 * direction marks are accepted (U22).
 */
export function checkPhone(text: string): MobileCheck {
  return judged(tidy(normaliseSigns(text)), (value) => {
    const digits = value.replace(/\D/g, '').length
    return (
      PHONE.test(value) && digits >= MOBILE_LIMITS.phone.min && digits <= MOBILE_LIMITS.phone.max
    )
  })
}

/**
 * Checks an address: plain text with a letter, within the length limits; line breaks become blanks
 * (U22).
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

/** The check of each field. */
export const mobileChecks: Readonly<Record<MobileField, (text: string) => MobileCheck>> = {
  name: checkName,
  phone: checkPhone,
  address: checkAddress,
}

/** Ids of the messages in `UiStrings` (spec 5.12). */
export const MOBILE_PROMPTS = {
  name: { empty: 'nameEmpty', invalid: 'nameInvalid' },
  phone: { empty: 'phoneEmpty', invalid: 'phoneInvalid' },
  address: { empty: 'addressEmpty', invalid: 'addressInvalid' },
} as const

type PromptId = (typeof MOBILE_PROMPTS)[MobileField][MobileFault]

/**
 * Returns the message for a field, `undefined` if it is valid. `strings` come from `useUiStrings()`
 * or `loadUiStrings(locale)`.
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
