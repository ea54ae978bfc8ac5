import type { SelectOption } from './selectReducer.ts'

/** Returns whether the limit is reached; 0 is no limit (U8, spec 4.13). */
export function isFull(chosen: readonly string[], limit: number): boolean {
  return limit > 0 && chosen.length >= limit
}

/** Disables the options that are not chosen once the limit is reached (U8, spec 5.10). */
export function limitedOptions(
  options: readonly SelectOption[],
  { chosen, limit }: { readonly chosen: readonly string[]; readonly limit: number },
): readonly SelectOption[] {
  if (!isFull(chosen, limit)) return options
  const kept = new Set(chosen)
  return options.map((option) =>
    kept.has(option.value) || option.disabled ? option : { ...option, disabled: true },
  )
}

/** Adds or removes an option, in the order of choosing; adds nothing at the limit (U8). */
export function toggleChosen(
  chosen: readonly string[],
  { key, limit }: { readonly key: string; readonly limit: number },
): readonly string[] {
  if (chosen.includes(key)) return chosen.filter((one) => one !== key)
  return isFull(chosen, limit) ? chosen : [...chosen, key]
}

/** Returns the keys without the last tag that is not disabled, for Backspace (U8). */
export function withoutLast(tags: readonly SelectOption[]): readonly string[] {
  const last = tags.findLastIndex((tag) => !tag.disabled)
  return tags.flatMap((tag, index) => (index === last ? [] : [tag.value]))
}

/** Returns the keys after clearing: disabled tags stay. */
export function cleared(tags: readonly SelectOption[]): readonly string[] {
  return tags.flatMap((tag) => (tag.disabled ? [tag.value] : []))
}

/**
 * Returns an option for each chosen key: a current one, else one that was picked before, else one
 * labelled with its key.
 */
export function tagsOf(
  chosen: readonly string[],
  {
    options,
    picked,
  }: { readonly options: readonly SelectOption[]; readonly picked: readonly SelectOption[] },
): readonly SelectOption[] {
  const known = new Map([...picked, ...options].map((option) => [option.value, option]))
  return chosen.map((key) => known.get(key) ?? { value: key, label: key })
}
