import type { SelectOption } from './selectReducer.ts'

/** U8, spec 4.13: 0 is no limit. */
export function isFull(chosen: readonly string[], limit: number): boolean {
  return limit > 0 && chosen.length >= limit
}

/** U8, spec 5.10: once the limit is reached, options that are not chosen are disabled. */
export function limitedOptions(
  options: readonly SelectOption[],
  { chosen, limit }: { readonly chosen: readonly string[]; readonly limit: number },
): readonly SelectOption[] {
  if (!isFull(chosen, limit)) return options
  const kept = new Set(chosen)
  return options.map((option) =>
    kept.has(option.key) || option.disabled ? option : { ...option, disabled: true },
  )
}

/**
 * U8: the list after an option was chosen or taken back, in the order of choosing; at the limit
 * nothing is added.
 */
export function toggleChosen(
  chosen: readonly string[],
  { key, limit }: { readonly key: string; readonly limit: number },
): readonly string[] {
  if (chosen.includes(key)) return chosen.filter((one) => one !== key)
  return isFull(chosen, limit) ? chosen : [...chosen, key]
}

/** U8: Backspace removes the last tag that is not disabled. */
export function withoutLast(tags: readonly SelectOption[]): readonly string[] {
  const last = tags.findLastIndex((tag) => !tag.disabled)
  return tags.flatMap((tag, index) => (index === last ? [] : [tag.key]))
}

/** Clearing leaves what a person may not take back. */
export function cleared(tags: readonly SelectOption[]): readonly string[] {
  return tags.flatMap((tag) => (tag.disabled ? [tag.key] : []))
}

/**
 * What each chosen key is called: by the present options, else by those it was chosen among, else
 * by itself.
 */
export function tagsOf(
  chosen: readonly string[],
  {
    options,
    picked,
  }: { readonly options: readonly SelectOption[]; readonly picked: readonly SelectOption[] },
): readonly SelectOption[] {
  const known = new Map([...picked, ...options].map((option) => [option.key, option]))
  return chosen.map((key) => known.get(key) ?? { key, label: key })
}
