/** Offered on the chart beside the device's own. */
export const TIME_ZONES = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Istanbul',
  'Europe/Moscow',
  'Asia/Dubai',
  'Asia/Tashkent',
  'Asia/Bangkok',
  'Asia/Shanghai',
  'Asia/Tokyo',
] as const

/** The chosen zone; `undefined`: the device's own. */
export const readTimeZone = (stored: string | null | undefined): string | undefined =>
  TIME_ZONES.find((zone) => zone === stored)
