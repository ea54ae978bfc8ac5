/**
 * Time zones with a clock change at midnight (Cairo, Beirut, Havana, Santiago), by half an hour
 * (Lord Howe), during a fast (Casablanca), and without one.
 */
export const ZONES: readonly string[] = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
]

const DAY = 86_400_000

/** All days of 2025 to 2027, counted without a time zone. */
export const THREE_YEARS: readonly string[] = Array.from({ length: 1095 }, (_, index) =>
  new Date(Date.UTC(2025, 0, 1) + index * DAY).toISOString().slice(0, 10),
)

/** Runs a function in a time zone. */
export function inZone<T>(zone: string, run: () => T): T {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  try {
    return run()
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
}
