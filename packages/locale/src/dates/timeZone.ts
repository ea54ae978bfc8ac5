/** Whether the platform knows the zone: an IANA name (`Asia/Tokyo`) or an offset (`+09:00`). */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The zone the trader has stored, or the host's own where it is missing or unknown. */
export function resolveTimeZone(stored: string | null | undefined): string {
  return stored && isTimeZone(stored)
    ? stored
    : new Intl.DateTimeFormat().resolvedOptions().timeZone
}
