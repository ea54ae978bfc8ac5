import type { Book } from '../matching/Book.ts'
import { BUY, type BookSide } from '../matching/command.ts'
import { CANCELLED, cancelReasons, TRADE, type EventBuffer } from '../matching/event.ts'
import type { Side } from '../instruments/Instrument.ts'
import type { EffectLog } from '../state/effects.ts'
import { Touched } from '../state/touched.ts'

const UNFILLED = cancelReasons.indexOf('unfilled')
const sideName = (side: BookSide): Side => (side === BUY ? 'buy' : 'sell')

/**
 * The public half of a command's events: its trades in order, then every level they or it changed,
 * once, as it stands now.
 */
export function addMarketEffects(
  log: EffectLog,
  { instrumentId, book, events }: { instrumentId: string; book: Book; events: EventBuffer },
): void {
  const touched = new Touched<number>()
  for (let at = 0; at < events.length; at++) {
    const side = events.side[at] as BookSide
    const ticks = events.ticks[at]!
    if (events.kind[at] === TRADE)
      log.addMarket({
        kind: 'trade',
        instrumentId,
        level: [ticks, events.lots[at]!],
        takerSide: side === BUY ? 'sell' : 'buy',
        at: log.at,
      })
    const neverRested = events.kind[at] === CANCELLED && events.reason[at] === UNFILLED
    if (ticks > 0 && !neverRested) touched.add(side === BUY ? ticks : -ticks)
  }
  for (const key of touched.list) {
    const side: BookSide = key > 0 ? 0 : 1
    log.addMarket({
      kind: 'level',
      instrumentId,
      side: sideName(side),
      level: [Math.abs(key), book.lotsAt(side, Math.abs(key))],
    })
  }
}
