import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { MarketError } from '../ports/MarketError.ts'
import type { Instrument } from '../../../exchange/instruments/Instrument.ts'
import { parseTapeLine, type TapeEvent, tapeProduct, tapeSymbol } from './parseTape.ts'

export interface Tape {
  readonly spec: Instrument
  /** The middle of the first snapshot, in ticks. */
  readonly startTicks: number
  /** In recorded order, read line by line as they are asked for. */
  events(): Generator<TapeEvent>
}

/**
 * Opens a recording, plain or gzipped, of one of the gateway's pairs or of its contracts with the
 * same symbol.
 */
export function openTape(file: string, instruments: readonly Instrument[]): Tape {
  const lines = readText(file).split('\n')
  const symbol = tapeSymbol(lines[0] ?? '')
  const product = tapeProduct(lines)
  const named = instruments.filter((one) => one.symbol === symbol)
  // A recording of futures plays as its pair where the gateway has no such contract.
  const spec = named.find((one) => one.product === product) ?? named[0]
  if (!spec)
    throw new MarketError(
      'tape-symbol',
      `The tape is of ${symbol}, which is no pair of this gateway`,
    )

  function* events(): Generator<TapeEvent> {
    for (const [index, line] of lines.entries()) {
      const event = parseTapeLine(line, { spec: spec as Instrument, lineNumber: index + 1 })
      if (event) yield event
    }
  }
  return { spec, startTicks: middleOf(events()), events }
}

function readText(file: string): string {
  try {
    const bytes = readFileSync(file)
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    return (isGzip ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (cause) {
    throw new MarketError('tape-unreadable', `The tape ${file} could not be read`, { cause })
  }
}

function middleOf(events: Iterable<TapeEvent>): number {
  for (const event of events) {
    const bid = event.kind === 'snapshot' && event.bids[0]?.[0]
    const ask = event.kind === 'snapshot' && event.asks[0]?.[0]
    if (bid && ask) return Math.round((bid + ask) / 2)
  }
  throw new MarketError('tape-format', 'The tape holds no snapshot of the book')
}
