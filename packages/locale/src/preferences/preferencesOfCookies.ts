import { FIELDS, PREFERENCE_NAMES, type PreferenceValues } from './fields.ts'

/**
 * The preferences in the cookies of a request, for `initial` of `createPreferences`. Values outside
 * the table are left out.
 *
 * @param read returns the decoded value of a cookie, as `jar.get(name)?.value` does in Next
 */
export function preferencesOfCookies(
  read: (name: string) => string | null | undefined,
): Partial<PreferenceValues> {
  const entries = PREFERENCE_NAMES.map((name) => {
    const text = read(FIELDS[name].cookie)
    return [name, text ? FIELDS[name].parse(text) : undefined] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
