import { createManualClock, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createFeedSocket, type FeedSocket } from './createFeedSocket.ts'
import { openFeed } from './openFeed.ts'

function setup({ keepAlive }: { keepAlive?: string } = {}) {
  const clock = createManualClock()
  const sockets: {
    sent: string[]
    isClosed: boolean
    listener: Parameters<FeedSocket['listen']>[0] | undefined
  }[] = []
  const pauses: number[] = []
  const texts: string[] = []
  const socket = createFeedSocket({
    clock,
    random: createSeededRandom(5),
    keepAlive,
    open() {
      const made: (typeof sockets)[number] = { sent: [], isClosed: false, listener: undefined }
      sockets.push(made)
      return {
        send: (text) => void made.sent.push(text),
        close: () => void (made.isClosed = true),
        listen: (listener) => void (made.listener = listener),
      }
    },
    onOpen: () => {},
    onMessage: (text) => texts.push(text),
    onLost: ({ pauseMs }) => pauses.push(pauseMs),
  })
  return { clock, sockets, pauses, texts, socket }
}

describe('the socket to an exchange', () => {
  it('comes back after pauses that double up to half a minute, each between half and all of it', async () => {
    const { clock, sockets, pauses, socket } = setup()
    socket.start()
    for (let turn = 0; turn < 9; turn++) {
      sockets.at(-1)?.listener?.closed()
      await clock.advance(30_000)
    }
    const full = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    for (const [index, pause] of full.entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(pause / 2)
      expect(pauses[index]).toBeLessThanOrEqual(pause)
    }
    socket.stop()
    expect(clock.pendingTimers()).toBe(0)
  })

  it('asks a silent exchange for a sign of life after ten seconds and leaves it after ten more', async () => {
    const { clock, sockets, socket } = setup({ keepAlive: 'ping' })
    socket.start()
    sockets[0]?.listener?.opened()
    await clock.advance(10_000)
    expect(sockets[0]?.sent).toEqual(['ping'])
    sockets[0]?.listener?.message('pong')
    await clock.advance(19_999)
    expect(sockets[0]?.isClosed).toBe(false)
    await clock.advance(1)
    expect(sockets[0]?.isClosed).toBe(true)
    await clock.advance(500)
    expect(sockets).toHaveLength(2)
  })

  it("counts the exchange's own pings as life", async () => {
    const { clock, sockets, socket } = setup()
    socket.start()
    sockets[0]?.listener?.opened()
    for (let turn = 0; turn < 5; turn++) {
      await clock.advance(15_000)
      sockets[0]?.listener?.alive()
    }
    expect(sockets).toHaveLength(1)
  })

  it('hears nothing from a socket that it has left', async () => {
    const { clock, sockets, texts, socket } = setup()
    socket.start()
    sockets[0]?.listener?.closed()
    await clock.advance(500)
    sockets[0]?.listener?.message('late')
    sockets[1]?.listener?.message('now')
    expect(texts).toEqual(['now'])
  })
})

describe('MARKET_SOURCE=live:<exchange>', () => {
  it("knows three exchanges and refuses others, and addresses that are no socket's", () => {
    expect(
      ['binance', 'bitget', 'okx'].map(
        (name) => new URL(openFeed(name, { symbols: [] }).url).protocol,
      ),
    ).toEqual(['wss:', 'wss:', 'wss:'])
    expect(() => openFeed('mtgox', { symbols: [] })).toThrow(/live:binance/)
    expect(() => openFeed('toString', { symbols: [] })).toThrow(/no exchange that is known/)
    expect(() => openFeed('okx', { symbols: [], url: 'http://example.com' })).toThrow(/ws:\/\//)
  })

  it('asks Binance for the snapshot where its stream is, on another address', () => {
    const feed = openFeed('binance', { symbols: [], url: 'ws://127.0.0.1:9/' })
    expect(feed.snapshot?.url('BTCUSDT')).toBe(
      'http://127.0.0.1:9/api/v3/depth?symbol=BTCUSDT&limit=1000',
    )
  })
})
