import type { FeedCandle, FeedLevel } from './FeedAdapter.ts'

/** Readers of what an exchange sends; each throws TypeError for what is not of its shape. */

export function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('Expected an object')
  return value as Record<string, unknown>
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('Expected a list')
  return value
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('Expected a text')
  return value
}

/** A whole number, written as a number or as a text. */
export function count(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  if (!Number.isSafeInteger(number)) throw new TypeError('Expected a whole number')
  return number as number
}

/** Rows of price, size, and whatever else the exchange adds. */
export function levels(value: unknown): readonly FeedLevel[] {
  return list(value).map((row) => {
    const [price, size] = list(row)
    return [text(price), text(size)] as const
  })
}

/**
 * Rows of time, open, high, low, close and volume, in this order; the turnover stands where
 * `turnover` says.
 */
export function candleRows(
  value: unknown,
  { turnover }: { turnover: number },
): readonly FeedCandle[] {
  return list(value).map((each) => {
    const row = list(each)
    const [openTime, open, high, low, close, size] = row
    return {
      openTime: count(openTime),
      open: text(open),
      high: text(high),
      low: text(low),
      close: text(close),
      size: text(size),
      turnover: text(row[turnover]),
    }
  })
}
