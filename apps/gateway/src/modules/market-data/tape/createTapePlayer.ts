import type { Clock, TimerHandle } from '@x/kit'
import type { WritableMarket } from '../book/createDisplayedMarket.ts'
import type { MarketSource } from '../ports/MarketSource.ts'
import type { Log } from '../../../platform/log/Log.ts'
import { createTapeBook } from './createTapeBook.ts'
import type { Tape } from './openTape.ts'
import type { TapeEvent, TapeLevel } from './parseTape.ts'

export interface TapePlayerOptions {
  readonly tape: Tape
  readonly displayed: WritableMarket
  readonly clock: Clock
  readonly log: Log
  /** Recorded seconds per second; default 1. */
  readonly speed?: number
}

/** Most events in one go: playing fast must not keep requests waiting. */
const BATCH = 2_000
const NS_PER_MS = 1_000_000n

/**
 * Plays a recording into the displayed market at its own speed. A gap pauses the pair until the
 * next snapshot, the end for good.
 */
export function createTapePlayer({
  tape,
  displayed,
  clock,
  log,
  speed = 1,
}: TapePlayerOptions): MarketSource {
  const { id: symbol } = tape.spec
  const play = createEventPlayer({ symbol, displayed, clock, log })
  let timer: TimerHandle | undefined

  return {
    starts: new Map([[symbol, tape.startTicks]]),
    start() {
      const events = tape.events()
      const startedAt = clock.monotonic()
      let next = events.next()
      const originNs = next.done ? 0n : next.value.atNs
      const dueAt = (event: TapeEvent) =>
        startedAt + Number((event.atNs - originNs) / NS_PER_MS) / speed
      const run = (): void => {
        for (
          let count = 0;
          !next.done && count < BATCH && dueAt(next.value) <= clock.monotonic();
          count++
        ) {
          play(next.value)
          next = events.next()
        }
        if (!next.done) {
          timer = clock.after(Math.max(0, dueAt(next.value) - clock.monotonic()), run)
          return
        }
        displayed.setStatus(symbol, 'paused')
        log.info('The tape has ended; the market is paused', { symbol })
      }
      run()
    },
    stop: () => timer?.cancel(),
  }
}

/** Shows one event after the other in the displayed market. */
function createEventPlayer({
  symbol,
  displayed,
  clock,
  log,
}: Pick<TapePlayerOptions, 'displayed' | 'clock' | 'log'> & {
  readonly symbol: string
}): (event: TapeEvent) => void {
  const set = (levels: readonly TapeLevel[], side: 'buy' | 'sell') => {
    for (const [ticks, lots] of levels) displayed.onLevel(symbol, side, ticks, lots)
  }
  const book = createTapeBook({
    snapshot(bids, asks) {
      displayed.rebuild(symbol)
      set(bids, 'buy')
      set(asks, 'sell')
    },
    diff(bids, asks) {
      set(bids, 'buy')
      set(asks, 'sell')
    },
  })
  return (event) => {
    if (event.kind === 'trade')
      return displayed.onTrade({
        symbol,
        ticks: event.ticks,
        lots: event.lots,
        takerSide: event.takerSide,
        at: clock.now(),
      })
    const outcome = book.take(event)
    if (outcome === 'applied') displayed.setStatus(symbol, 'trading')
    if (outcome !== 'gap') return
    displayed.setStatus(symbol, 'paused')
    log.warn('The tape has a gap; the pair is paused until its next snapshot', {
      symbol,
      at: String(event.atNs),
    })
  }
}
