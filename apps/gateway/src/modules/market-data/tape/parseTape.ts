import type { Instrument, Side } from '../../../exchange/instruments/Instrument.ts'
import { MarketError } from '../ports/MarketError.ts'

/** One line of a recorded Binance stream, read: prices in ticks, sizes in lots. */
export type TapeEvent =
  | {
      readonly kind: 'snapshot'
      readonly atNs: bigint
      readonly lastUpdateId: number
      readonly bids: readonly TapeLevel[]
      readonly asks: readonly TapeLevel[]
    }
  | {
      readonly kind: 'diff'
      readonly atNs: bigint
      readonly first: number
      readonly last: number
      readonly previous: number | undefined
      readonly bids: readonly TapeLevel[]
      readonly asks: readonly TapeLevel[]
    }
  | {
      readonly kind: 'trade'
      readonly atNs: bigint
      readonly ticks: number
      readonly lots: number
      readonly takerSide: Side
    }

export type TapeLevel = readonly [ticks: number, lots: number]

interface RawDepth {
  readonly e: string
  readonly U: number
  readonly u: number
  readonly pu?: number
  readonly b: readonly (readonly [string, string])[]
  readonly a: readonly (readonly [string, string])[]
}
interface RawTrade {
  readonly e: string
  readonly p: string
  readonly q: string
  readonly m: boolean
}
interface RawSnapshot {
  readonly lastUpdateId: number
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

/**
 * `<receive time in ns> <JSON>`; `undefined` for streams the gateway has no use for (bookTicker)
 * and blank lines. Throws MarketError for a line that is not of the format.
 */
export function parseTapeLine(
  line: string,
  {
    spec,
    lineNumber,
  }: { spec: Pick<Instrument, 'pricePlace' | 'quantityPlace'>; lineNumber: number },
): TapeEvent | undefined {
  if (line.trim() === '') return undefined
  const space = line.indexOf(' ')
  try {
    const atNs = BigInt(line.slice(0, space))
    return readMessage(
      JSON.parse(line.slice(space + 1)) as RawSnapshot & { data?: RawDepth & RawTrade },
      { atNs, spec },
    )
  } catch (cause) {
    throw new MarketError(
      'tape-format',
      `Line ${lineNumber} of the tape is not of the recorded format`,
      { cause },
    )
  }
}

/** The pair a tape is of, from its first stream message: "btcusdt@depth@100ms". */
export function tapeSymbol(text: string): string {
  const found = /"stream":"([a-z0-9]+)@/.exec(text)?.[1]
  if (!found) throw new MarketError('tape-format', 'The tape names no stream')
  return found.toUpperCase()
}

/**
 * What a recording is of: only differences of futures name the update before them. The first of
 * them decides.
 */
export function tapeProduct(lines: Iterable<string>): Instrument['product'] {
  for (const line of lines)
    if (line.includes('"depthUpdate"')) return /"pu":\d/.test(line) ? 'futures' : 'spot'
  return 'spot'
}

function readMessage(
  raw: RawSnapshot & { data?: RawDepth & RawTrade },
  { atNs, spec }: { atNs: bigint; spec: Pick<Instrument, 'pricePlace' | 'quantityPlace'> },
): TapeEvent | undefined {
  const levels = (rows: readonly (readonly [string, string])[]) =>
    // A few very old orders far from the price are finer than today's step; what a level shows is
    // whole steps.
    rows.map(
      ([price, size]) =>
        [
          scaled(price, spec.pricePlace),
          scaled(cut(size, spec.quantityPlace), spec.quantityPlace),
        ] as const,
    )
  const { data } = raw
  if (!data)
    return {
      kind: 'snapshot',
      atNs,
      lastUpdateId: raw.lastUpdateId,
      bids: levels(raw.bids),
      asks: levels(raw.asks),
    }
  if (data.e === 'depthUpdate')
    return {
      kind: 'diff',
      atNs,
      first: data.U,
      last: data.u,
      previous: data.pu,
      bids: levels(data.b),
      asks: levels(data.a),
    }
  // `m`: the buyer was the maker, so the taker sold.
  if (data.e === 'trade')
    return {
      kind: 'trade',
      atNs,
      ticks: scaled(data.p, spec.pricePlace),
      lots: scaled(data.q, spec.quantityPlace),
      takerSide: data.m ? 'sell' : 'buy',
    }
  return undefined
}

/** Drops the decimals beyond a place. */
function cut(text: string, place: number): string {
  const dot = text.indexOf('.')
  return dot < 0 ? text : text.slice(0, dot + 1 + place)
}

/**
 * "61837.63000000" at two places is 6183763; more digits than the place holds are refused, never
 * rounded.
 */
export function scaled(text: string, place: number): number {
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  if (!match || /[1-9]/.test(fraction.slice(place)))
    throw new RangeError(`${text} does not fit ${place} places`)
  const units = Number(match[1] + fraction.slice(0, place).padEnd(place, '0'))
  if (!Number.isSafeInteger(units)) throw new RangeError(`${text} is too large`)
  return units
}
