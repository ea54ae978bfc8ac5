import { createManualClock, createScriptedSockets, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { SPOT_SYMBOLS } from '../../../exchange/instruments/symbols.ts'
import { createDisplayedMarket } from '../book/createDisplayedMarket.ts'
import { createLiveSource } from './createLiveSource.ts'
import { openFeed } from './openFeed.ts'

function setUp(exchange: string) {
  const clock = createManualClock()
  const { openSocket, sockets } = createScriptedSockets()
  const symbols = SPOT_SYMBOLS.slice(0, 1)
  const delays: unknown[] = []
  const log = {
    info() {},
    warn: (_message: string, detail?: Record<string, unknown>) => delays.push(detail?.['delayMs']),
    error() {},
  }
  const adapter = openFeed(exchange, { symbols })
  const source = createLiveSource({
    adapter,
    symbols,
    displayed: createDisplayedMarket({
      symbols: symbols.map(({ symbol }) => symbol),
      liveTrading: false,
    }),
    clock,
    random: createSeededRandom(5),
    log,
    openSocket,
    fetchJson: () => new Promise(() => {}),
    onFirst() {},
    onBack() {},
  })
  source.start()
  return { clock, sockets, source, delays, adapter }
}

describe('the socket to an exchange', () => {
  it('reconnects with delays that double to half a minute, with jitter', async () => {
    const { clock, sockets, source, delays } = setUp('okx')
    for (let turn = 0; turn < 8; turn++) {
      sockets.at(-1)?.drop()
      await clock.advance(30_000)
    }
    const whole = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    for (const [index, delay] of whole.entries()) {
      // A socket that does not open within ten seconds is one more failure.
      expect(delays[index]).toBeGreaterThanOrEqual(delay / 2)
      expect(delays[index]).toBeLessThanOrEqual(delay)
    }
    source.stop()
    expect(clock.pendingTimers()).toBe(0)
  })

  it('pings after ten silent seconds and reconnects after ten more', async () => {
    const { clock, sockets, adapter } = setUp('okx')
    sockets[0]?.open()
    const opening = sockets[0]?.sent.length ?? 0
    await clock.advance(10_000)
    expect(sockets[0]?.sent.slice(opening)).toEqual([adapter.keepAlive])
    sockets[0]?.deliver('pong')
    await clock.advance(19_999)
    expect(sockets[0]?.isClosed).toBe(false)
    await clock.advance(1)
    expect(sockets[0]?.isClosed).toBe(true)
    await clock.advance(500)
    expect(sockets).toHaveLength(2)
  })

  it('counts the ping frames of the exchange as life', async () => {
    const { clock, sockets } = setUp('binance')
    sockets[0]?.open()
    for (let turn = 0; turn < 5; turn++) {
      await clock.advance(15_000)
      sockets[0]?.ping()
    }
    expect(sockets).toHaveLength(1)
  })
})
