import { mapParameters } from './mapParameters.ts'

/**
 * Formats Date objects as `YYYY-MM-DD HH:mm` in the browser's time zone, in a copy (Q1, spec
 * section 5).
 */
export const dates = /* @__PURE__ */ mapParameters('dates', (value) =>
  value instanceof Date ? formatDate(value) : value,
)

export function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new RangeError('a parameter is an invalid date')
  const two = (value: number) => String(value).padStart(2, '0')
  const year = String(date.getFullYear()).padStart(4, '0')
  const day = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
