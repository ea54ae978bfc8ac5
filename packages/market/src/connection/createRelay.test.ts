import { createManualClock, createMemoryLocks } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { addressOf, type Address, keyOf } from '../wire.ts'
import { createRelay } from './createRelay.ts'

const [BOOK, TRADES] = ['books50@100ms BTCUSDT', 'trade BTCUSDT'] as const
const messageOf = (key: string) => JSON.stringify({ ...addressOf(key), type: 'delta', seq: 1 })

function setUp() {
  const clock = createManualClock()
  const locks = createMemoryLocks()
  const sent: string[] = []
  const posted: string[] = []
  /** How many tabs were left each time that one went. */
  const gone: number[] = []
  const lifetime = new AbortController()
  const record = (op: string) => (topics: readonly Address[]) =>
    void (topics.length > 0 && sent.push(`${op} ${topics.map(keyOf).join(', ')}`))
  const relay = createRelay({
    connection: { subscribe: record('subscribe'), unsubscribe: record('unsubscribe') },
    clock,
    locks,
    lockOf: (id) => `tab ${id}`,
    tabId: 'leader',
    post: (message) => message.kind === 'message' && posted.push(message.key),
    signal: lifetime.signal,
    onTabGone: () => gone.push(relay.otherTabs()),
  })
  /** Opens a tab that holds its lock; returns a function that ends it. */
  const openTab = async (id: string) => {
    let end = () => {}
    void locks.request(`tab ${id}`, {}, () => new Promise<void>((resolve) => (end = resolve)))
    await clock.advance(0)
    return async () => {
      end()
      await clock.advance(0)
    }
  }
  const subscribe = (
    tab: string,
    keys: readonly string[],
    refresh: readonly string[] = keys,
  ): void => relay.setSubscriptions(tab, { keys, refresh })
  const forward = (key: string) => relay.forward(messageOf(key))
  return { clock, relay, sent, posted, gone, lifetime, openTab, subscribe, forward }
}

describe('createRelay', () => {
  it("subscribes the leader's topics immediately and batches those of other tabs", async () => {
    const { clock, sent, openTab, subscribe } = setUp()
    subscribe('leader', [BOOK])
    expect(sent).toEqual([`subscribe ${BOOK}`])
    for (const id of ['a', 'b', 'c']) {
      await openTab(id)
      subscribe(id, [TRADES])
    }
    expect(sent).toHaveLength(1)
    await clock.advance(19)
    expect(sent).toHaveLength(1)
    await clock.advance(1)
    expect(sent.slice(1)).toEqual([`subscribe ${TRADES}`])
  })

  it('subscribes again only after the snapshot has arrived', async () => {
    const { clock, sent, openTab, subscribe, forward } = setUp()
    subscribe('leader', [BOOK])
    await openTab('a')
    subscribe('a', [BOOK])
    await clock.advance(20)
    expect(sent).toEqual([`subscribe ${BOOK}`])
    forward(BOOK)
    subscribe('a', [BOOK])
    await clock.advance(20)
    expect(sent).toEqual([`subscribe ${BOOK}`, `subscribe ${BOOK}`])
  })

  it("reads a message's topic only if a snapshot or tab needs it", async () => {
    const { clock, openTab, subscribe, forward } = setUp()
    expect(forward(BOOK)).toBeUndefined()
    subscribe('leader', [BOOK])
    expect(forward(BOOK)).toBe(BOOK)
    expect(forward(BOOK)).toBeUndefined()
    const end = await openTab('a')
    subscribe('a', [BOOK], [])
    await clock.advance(20)
    expect(forward(BOOK)).toBe(BOOK)
    await end()
    expect(forward(BOOK)).toBeUndefined()
  })

  it('subscribes to everything again on a new socket', () => {
    const { sent, subscribe, relay } = setUp()
    subscribe('leader', [BOOK])
    relay.onSocketOpen()
    subscribe('leader', [BOOK])
    expect(sent).toEqual([`subscribe ${BOOK}`, `subscribe ${BOOK}`])
  })

  it('unsubscribes from a topic with the last tab that wants it', async () => {
    const { clock, sent, openTab, subscribe } = setUp()
    subscribe('leader', [BOOK, TRADES])
    await openTab('a')
    subscribe('a', [BOOK])
    await clock.advance(20)
    subscribe('leader', [TRADES], [])
    expect(sent).toHaveLength(1)
    subscribe('a', [])
    expect(sent.at(-1)).toBe(`unsubscribe ${BOOK}`)
  })

  it('skips a topic that its tab left before the batch', async () => {
    const { clock, sent, openTab, subscribe } = setUp()
    await openTab('a')
    subscribe('a', [BOOK])
    subscribe('a', [])
    await clock.advance(20)
    expect(sent).toEqual([])
  })

  it('forwards a message only to other tabs that want its topic', async () => {
    const { posted, openTab, subscribe, forward, relay } = setUp()
    subscribe('leader', [BOOK])
    forward(BOOK)
    expect([posted, relay.otherTabs()]).toEqual([[], 0])
    const end = await openTab('a')
    subscribe('a', [BOOK])
    forward(BOOK)
    forward(TRADES)
    expect([posted, relay.otherTabs()]).toEqual([[BOOK], 1])
    await end()
    forward(BOOK)
    expect([posted, relay.otherTabs()]).toEqual([[BOOK], 0])
  })

  it('removes a tab whose lock is granted to the leader', async () => {
    const { clock, sent, gone, openTab, subscribe } = setUp()
    subscribe('leader', [BOOK])
    const ends = await Promise.all(['a', 'b'].map(openTab))
    subscribe('a', [TRADES])
    subscribe('b', [BOOK])
    await clock.advance(20)
    await ends[0]?.()
    expect([sent.at(-1), gone]).toEqual([`unsubscribe ${TRADES}`, [1]])
    await ends[1]?.()
    expect([sent.at(-1), gone]).toEqual([`unsubscribe ${TRADES}`, [1, 0]])
  })

  it('counts a tab that left and then died once', async () => {
    const { gone, openTab, subscribe } = setUp()
    const end = await openTab('a')
    subscribe('a', [BOOK])
    subscribe('a', [])
    await end()
    expect(gone).toEqual([0])
  })

  it('waits for no lock once its signal has aborted', async () => {
    const { gone, openTab, subscribe, lifetime } = setUp()
    const end = await openTab('a')
    subscribe('a', [BOOK])
    lifetime.abort()
    await end()
    expect(gone).toEqual([])
  })
})
