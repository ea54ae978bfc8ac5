const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Pixels between two marks, at least. */
const MARK_GAP = 64
/** Steps within a day, each a divisor of the one before it. */
const STEPS = [12, 6, 3, 1].map((hours) => hours * HOUR)
const FINE = [
  30 * MINUTE,
  15 * MINUTE,
  5 * MINUTE,
  MINUTE,
  30 * SECOND,
  10 * SECOND,
  5 * SECOND,
  SECOND,
]

export type TimeMarkKind = 'year' | 'month' | 'day' | 'time' | 'second'

export interface TimeMark {
  /** Pixels from the start of the axis. */
  readonly x: number
  readonly timestamp: number
  readonly kind: TimeMarkKind
}

export interface TimedBar {
  readonly timestamp: number
  readonly x: number
}

/** Milliseconds that a zone is ahead of UTC at a moment; asked once an hour of the calendar. */
export function createZoneOffset(timeZone: string | undefined): (timestamp: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const known = new Map<number, number>()
  return (timestamp) => {
    const hour = Math.floor(timestamp / HOUR) * HOUR
    let offset = known.get(hour)
    if (offset === undefined) {
      const part = Object.fromEntries(
        format.formatToParts(hour).map(({ type, value }) => [type, Number(value)]),
      )
      const { year = 0, month = 1, day = 1, hour: hours = 0, minute = 0 } = part
      offset = Date.UTC(year, month - 1, day, hours, minute) - hour
      known.set(hour, offset)
    }
    return offset
  }
}

/**
 * Round times for a time axis: years, months and days first, then the finest step of the clock
 * whose marks keep their distance.
 */
export function timeMarks(
  bars: readonly TimedBar[],
  { offsetAt }: { readonly offsetAt: (timestamp: number) => number },
): readonly TimeMark[] {
  const local = bars.map(({ timestamp }) => timestamp + offsetAt(timestamp))
  const length = Math.min(...local.slice(1).map((at, index) => at - (local[index] ?? at)))
  const accepted = new Map<number, TimeMarkKind>()
  const candidates = (isMark: (at: number, before: number) => boolean): readonly number[] =>
    local.flatMap((at, index) => {
      const before = local[index - 1]
      return before !== undefined && !accepted.has(index) && isMark(at, before) ? [index] : []
    })
  const fits = (indexes: readonly number[]): boolean => {
    const all = [...accepted.keys(), ...indexes].toSorted((a, b) => a - b)
    return all.every(
      (at, position) =>
        position === 0 || (bars[at]?.x ?? 0) - (bars[all[position - 1] ?? 0]?.x ?? 0) >= MARK_GAP,
    )
  }
  /** Adds what fits; `false`: not all of it did, finer marks would not either. */
  const add = (kind: TimeMarkKind, indexes: readonly number[]): boolean => {
    if (fits(indexes)) {
      for (const index of indexes) accepted.set(index, kind)
      return true
    }
    if (kind === 'time' || kind === 'second') return false
    for (const index of indexes) if (fits([index])) accepted.set(index, kind)
    return false
  }
  const field = (read: (date: Date) => number) => (at: number, before: number) =>
    read(new Date(at)) !== read(new Date(before))
  const levels: (() => boolean)[] = [
    () => add('year', candidates(field((date) => date.getUTCFullYear()))),
    () => add('month', candidates(field((date) => date.getUTCMonth()))),
    () =>
      add(
        'day',
        candidates((at, before) => Math.floor(at / DAY) !== Math.floor(before / DAY)),
      ),
    ...[...(length === 4 * HOUR ? [12 * HOUR, 4 * HOUR] : STEPS), ...FINE].map(
      (step) => () =>
        add(
          step < MINUTE ? 'second' : 'time',
          candidates((at) => at % step === 0),
        ),
    ),
  ]
  levels.every((level) => level())
  return [...accepted]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([index, kind]) => {
      const bar = bars[index]
      return bar ? [{ x: bar.x, timestamp: bar.timestamp, kind }] : []
    })
}
