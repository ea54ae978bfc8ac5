const DAY_MS = 86_400_000

interface StartOfDayOptions {
  /** So many days later; default 0. */
  readonly days?: number
  /** The day of a moment where the reader is, `YYYY-MM-DD`. */
  readonly dayOf: (at: number) => string
}

/**
 * The first millisecond of a day where the reader is; `undefined` for what is no day. Found by
 * asking the calendar, so that days of 23 and of 25 hours, and those that begin at one o'clock,
 * need no rule of their own.
 */
export function startOfDay(
  day: string,
  { days = 0, dayOf }: StartOfDayOptions,
): number | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS
  if (Number.isNaN(utc)) return undefined
  const wanted = new Date(utc).toISOString().slice(0, 10)
  let before = utc - DAY_MS
  let at = utc + DAY_MS
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2)
    if (dayOf(middle) < wanted) before = middle
    else at = middle
  }
  return at
}
