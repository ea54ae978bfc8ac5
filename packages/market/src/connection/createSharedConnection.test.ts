import {
  createManualClock,
  createMemoryChannels,
  createMemoryLocks,
  createScriptedSockets,
  createSeededRandom,
} from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import type { Locks } from '@x/kit'
import { createMarketClient, type MarketEvent } from '../createMarketClient.ts'
import { createBookScript, createManualFrame } from '../testing.ts'

/** A browser whose tabs share locks, channels and a server with one book. */
function createBrowser({
  platformLocks = createMemoryLocks(),
  hasLocks = true,
}: { platformLocks?: Locks; hasLocks?: boolean } = {}) {
  const clock = createManualClock()
  const openChannel = createMemoryChannels()
  const { openSocket, sockets } = createScriptedSockets()
  const server = createBookScript('BTCUSDT', { bids: [['100', '1']], asks: [['101', '1']] })
  let seed = 1

  function openTab() {
    const frame = createManualFrame()
    const events: MarketEvent[] = []
    const channels: ReturnType<typeof openChannel>[] = []
    const freed: (() => void)[] = []
    /** Releases every lock of the tab when it crashes, as the platform does. */
    const locks: Locks = {
      request: (name, options, run) =>
        platformLocks.request(name, options, (isHeld) =>
          Promise.race([
            run(isHeld),
            new Promise<never>((_, reject) => freed.push(() => reject(new Error('gone')))),
          ]),
        ),
    }
    const client = createMarketClient({
      openSocket,
      clock,
      frame,
      random: createSeededRandom(seed++),
      onEvent: (event) => events.push(event),
      tabs: {
        locks: hasLocks ? locks : undefined,
        openChannel(name) {
          const channel = openChannel(name)
          channels.push(channel)
          return channel
        },
      },
    })
    return {
      client,
      events,
      frame,
      /** The tab keeps its locks and receives nothing. */
      freeze() {
        for (const channel of channels) channel.close()
      },
      async crash(socket: number) {
        for (const channel of channels) channel.close()
        sockets[socket]?.drop()
        for (const free of freed) free()
        await clock.advance(0)
      },
    }
  }
  const requests = (index = 0) =>
    (sockets[index]?.sent ?? []).map(
      (text) => JSON.parse(text) as { op: string; args?: { topic: string; symbol: string }[] },
    )
  return { clock, sockets, server, openTab, openChannel, requests, settle: () => clock.advance(30) }
}

const BOOK = { topic: 'books50@100ms', symbol: 'BTCUSDT' }

describe('createSharedConnection', () => {
  it('opens one socket and one subscription for ten tabs', async () => {
    const browser = createBrowser()
    const tabs = Array.from({ length: 10 }, () => browser.openTab())
    const books = tabs.map(({ client }) => client.book('BTCUSDT'))
    await browser.settle()
    expect(browser.sockets).toHaveLength(1)
    browser.sockets[0]?.open()
    await browser.settle()
    expect(browser.requests().flatMap(({ args = [] }) => args)).toEqual([BOOK])
    browser.sockets[0]?.deliver(browser.server.snapshot())
    browser.sockets[0]?.deliver(browser.server.delta({ bids: [['100', '7']] }))
    for (const { frame } of tabs) frame.draw()
    expect(books.map(({ store }) => store.getState().bids[0]?.size)).toEqual(
      Array.from({ length: 10 }, () => '7'),
    )
    expect(tabs.map(({ client }) => client.connection.getState().status)).toEqual(
      Array.from({ length: 10 }, () => 'open'),
    )
  })

  it('requests a snapshot for a later tab, gapless in other tabs', async () => {
    const browser = createBrowser()
    const first = browser.openTab()
    const early = first.client.book('BTCUSDT')
    await browser.settle()
    browser.sockets[0]?.open()
    browser.sockets[0]?.deliver(browser.server.snapshot())
    const second = browser.openTab()
    const late = second.client.book('BTCUSDT')
    await browser.settle()
    expect(browser.requests().filter(({ op }) => op === 'subscribe')).toHaveLength(2)
    browser.sockets[0]?.deliver(browser.server.snapshot())
    browser.sockets[0]?.deliver(browser.server.delta({ asks: [['101', '3']] }))
    first.frame.draw()
    second.frame.draw()
    for (const { store } of [early, late])
      expect(store.getState()).toMatchObject({ status: 'live', asks: [{ size: '3' }], gaps: 0 })
  })

  it('elects a new leader after a crash without gaps', async () => {
    const browser = createBrowser()
    const [first, second, third] = [browser.openTab(), browser.openTab(), browser.openTab()]
    first.client.book('BTCUSDT')
    const books = [second, third].map(({ client }) => client.book('BTCUSDT'))
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    browser.sockets[0]?.deliver(browser.server.snapshot())
    const statuses = new Set<string>()
    for (const { store } of books) store.subscribe(() => statuses.add(store.getState().status))
    await first.crash(0)
    await browser.settle()
    expect(browser.sockets).toHaveLength(2)
    browser.server.delta({ bids: [['100', '4']] })
    await browser.clock.advance(800)
    browser.sockets[1]?.open()
    await browser.settle()
    browser.sockets[1]?.deliver(browser.server.snapshot())
    for (const { frame } of [second, third]) frame.draw()
    expect(books.map(({ store }) => store.getState().bids[0]?.size)).toEqual(['4', '4'])
    expect([...statuses]).toEqual(['live'])
    expect([second, third].flatMap(({ events }) => events)).toEqual([])
    expect(browser.requests(1).flatMap(({ args = [] }) => args)).toEqual([BOOK])
  })

  // The last messages of the old leader arrive before, between or after the steps of the new one.
  it.each([0, 1, 2, 3, 4])('ignores late deltas of a dead leader after %i steps', async (after) => {
    const browser = createBrowser()
    const channel = browser.openChannel('x-market-2 ')
    const received: { kind: string; from: string; key?: string; text?: string }[] = []
    channel.subscribe((message) => received.push(message as (typeof received)[number]))
    const [first, second, third] = [browser.openTab(), browser.openTab(), browser.openTab()]
    for (const { client } of [first, second]) client.book('BTCUSDT')
    const book = third.client.book('BTCUSDT')
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    browser.sockets[0]?.deliver(browser.server.snapshot())
    const old = received.findLast(({ kind }) => kind === 'message')!
    const late = { ...old, text: JSON.stringify(browser.server.delta({ bids: [['100', '2']] })) }
    const laterText = JSON.stringify(browser.server.delta({ asks: [['101', '8']] }))
    await first.crash(0)
    await browser.settle()
    const sizes = new Set<string>()
    book.store.subscribe(() => {
      const { status, bids, asks } = book.store.getState()
      if (status === 'live') sizes.add(`${bids[0]?.size} ${asks[0]?.size}`)
    })
    const steps = [
      () => browser.sockets[1]?.open(),
      () => browser.settle(),
      () => browser.sockets[1]?.deliver(browser.server.snapshot()),
      () => browser.sockets[1]?.deliver(browser.server.delta({ bids: [['100', '5']] })),
    ]
    for (const [at, step] of steps.entries()) {
      if (at === after) for (const text of [late.text, laterText]) channel.post({ ...late, text })
      await step()
      third.frame.draw()
    }
    if (after === steps.length)
      for (const text of [late.text, laterText]) channel.post({ ...late, text })
    third.frame.draw()
    expect(book.store.getState()).toMatchObject({
      status: 'live',
      gaps: 0,
      checksumFailures: 0,
      bids: [{ size: '5' }],
      asks: [{ size: '8' }],
    })
    // Every state shown is one that the server's book had at some moment.
    expect([...sizes].filter((shown) => !['1 1', '2 1', '2 8', '5 8'].includes(shown))).toEqual([])
  })

  it("returns to a living leader after a dead one's late message", async () => {
    const browser = createBrowser()
    const channel = browser.openChannel('x-market-2 ')
    const received: { kind: string; from: string }[] = []
    channel.subscribe((message) => received.push(message as (typeof received)[number]))
    const [first, second, third] = [browser.openTab(), browser.openTab(), browser.openTab()]
    first.client.book('BTCUSDT')
    const books = [second, third].map(({ client }) => client.book('BTCUSDT'))
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    browser.sockets[0]?.deliver(browser.server.snapshot())
    const last = received.findLast(({ kind }) => kind === 'leader')!
    await first.crash(0)
    await browser.settle()
    browser.sockets[1]?.open()
    await browser.settle()
    browser.sockets[1]?.deliver(browser.server.snapshot())
    channel.post(last)
    await browser.settle()
    browser.sockets[1]?.deliver(browser.server.snapshot())
    browser.sockets[1]?.deliver(browser.server.delta({ bids: [['100', '9']] }))
    for (const { frame } of [second, third]) frame.draw()
    expect(
      books.map(({ store }) => [store.getState().status, store.getState().bids[0]?.size]),
    ).toEqual([
      ['live', '9'],
      ['live', '9'],
    ])
    expect(browser.sockets).toHaveLength(2)
  })

  it('marks books stale when a handover lasts longer than a second', async () => {
    const browser = createBrowser()
    const [first, second] = [browser.openTab(), browser.openTab()]
    first.client.book('BTCUSDT')
    const book = second.client.book('BTCUSDT')
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    browser.sockets[0]?.deliver(browser.server.snapshot())
    await first.crash(0)
    await browser.clock.advance(1_100)
    second.frame.draw()
    expect(book.store.getState().status).toBe('stale')
    expect(second.client.connection.getState().status).toBe('connecting')
  })

  it('reports loss and return of the connection in every tab', async () => {
    const browser = createBrowser()
    const tabs = [browser.openTab(), browser.openTab()]
    const books = tabs.map(({ client }) => client.book('BTCUSDT'))
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    browser.sockets[0]?.deliver(browser.server.snapshot())
    browser.sockets[0]?.drop()
    for (const { frame } of tabs) frame.draw()
    expect(books.map(({ store }) => store.getState().status)).toEqual(['stale', 'stale'])
    await browser.clock.advance(500)
    expect(browser.sockets).toHaveLength(2)
    browser.sockets[1]?.open()
    await browser.settle()
    expect(browser.requests(1)).toEqual([{ op: 'subscribe', args: [BOOK] }])
    browser.sockets[1]?.deliver(browser.server.snapshot())
    for (const { frame } of tabs) frame.draw()
    expect(books.map(({ store }) => store.getState().status)).toEqual(['live', 'live'])
  })

  it('unsubscribes from the topics of a crashed tab', async () => {
    const browser = createBrowser()
    const [first, second] = [browser.openTab(), browser.openTab()]
    first.client.book('BTCUSDT')
    second.client.book('BTCUSDT')
    second.client.trades('ETHUSDT')
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    await second.crash(-1)
    await browser.settle()
    expect(browser.requests().filter(({ op }) => op === 'unsubscribe')).toEqual([
      { op: 'unsubscribe', args: [{ topic: 'trade', symbol: 'ETHUSDT' }] },
    ])
  })

  it("keeps an unused leader's socket until the last tab has left", async () => {
    const browser = createBrowser()
    const [first, second] = [browser.openTab(), browser.openTab()]
    const used = first.client.book('BTCUSDT')
    const other = second.client.book('BTCUSDT')
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    used.release()
    await browser.clock.advance(2_000)
    expect(first.client.connection.getState().status).toBe('idle')
    browser.sockets[0]?.deliver(browser.server.snapshot())
    second.frame.draw()
    expect(other.store.getState().status).toBe('live')
    expect(browser.requests().filter(({ op }) => op === 'unsubscribe')).toEqual([])
    other.release()
    await browser.clock.advance(2_100)
    expect(browser.sockets[0]?.isClosed).toBe(true)
    first.client.book('BTCUSDT')
    await browser.settle()
    expect(browser.sockets).toHaveLength(2)
  })

  it('opens its own socket when no leader answers, until one does', async () => {
    const locks = createMemoryLocks()
    const browser = createBrowser({ platformLocks: locks })
    let free = () => {}
    void locks.request('x-market-2 ', {}, () => new Promise<void>((resolve) => (free = resolve)))
    const tabs = [browser.openTab(), browser.openTab()]
    for (const { client } of tabs) client.book('BTCUSDT')
    await browser.clock.advance(2_000)
    expect(browser.sockets).toHaveLength(2)
    for (const socket of browser.sockets) {
      socket.open()
      socket.deliver(browser.server.snapshot())
    }
    free()
    await browser.settle()
    expect(browser.sockets.map(({ isClosed }) => isClosed)).toEqual([false, true])
    expect(tabs.map(({ client }) => client.connection.getState().status)).toEqual(['open', 'open'])
  })

  it('leaves a leader that stops answering', async () => {
    const browser = createBrowser()
    const [first, second] = [browser.openTab(), browser.openTab()]
    first.client.book('BTCUSDT')
    second.client.book('BTCUSDT')
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    first.freeze()
    await browser.clock.advance(7_500)
    expect(browser.sockets.length).toBeGreaterThanOrEqual(2)
    browser.sockets.at(-1)?.open()
    expect(second.client.connection.getState().status).toBe('open')
  })

  it('opens one socket per tab without Web Locks', () => {
    const browser = createBrowser({ hasLocks: false })
    for (const { client } of [browser.openTab(), browser.openTab()]) client.book('BTCUSDT')
    expect(browser.sockets).toHaveLength(2)
  })

  it('opens its own socket where the platform denies locks', async () => {
    const browser = createBrowser({
      platformLocks: { request: () => Promise.reject(new Error('denied')) },
    })
    const { client } = browser.openTab()
    client.book('BTCUSDT')
    await browser.settle()
    browser.sockets[0]?.open()
    expect(client.connection.getState().status).toBe('open')
  })

  it('leaves no timer behind once disposed of', async () => {
    const browser = createBrowser()
    const tabs = [browser.openTab(), browser.openTab(), browser.openTab()]
    for (const { client } of tabs) client.book('BTCUSDT')
    await browser.settle()
    browser.sockets[0]?.open()
    await browser.settle()
    for (const { client } of tabs) client.dispose()
    await browser.settle()
    expect(browser.clock.pendingTimers()).toBe(0)
    expect(browser.sockets.every(({ isClosed }) => isClosed)).toBe(true)
  })
})
