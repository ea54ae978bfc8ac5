import { createManualClock, createMemoryLocks } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { keyOf, type Address } from '../wire.ts'
import { createRelay } from './createRelay.ts'

const [BOOK, TRADES] = ['books50@100ms BTCUSDT', 'trade BTCUSDT'] as const

function setup() {
  const clock = createManualClock()
  const locks = createMemoryLocks()
  const said: string[] = []
  const gone: number[] = []
  const ending = new AbortController()
  const note = (word: string) => (topics: readonly Address[]) =>
    void (topics.length > 0 && said.push(`${word} ${topics.map(keyOf).join(', ')}`))
  const relay = createRelay({
    connection: { ask: note('ask'), drop: note('drop') },
    clock,
    locks,
    lockOf: (id) => `tab ${id}`,
    self: 'me',
    signal: ending.signal,
    onGone: () => gone.push(relay.others()),
  })
  /** A tab that lives until it is ended; its lock says so. */
  const live = async (id: string) => {
    let end = () => {}
    void locks.request(`tab ${id}`, {}, () => new Promise<void>((resolve) => (end = resolve)))
    await clock.advance(0)
    return async () => {
      end()
      await clock.advance(0)
    }
  }
  const hold = (tab: string, held: readonly string[], ask: readonly string[] = held) =>
    relay.hold(tab, { held, ask })
  return { clock, relay, said, gone, ending, live, hold }
}

describe('the leading tab', () => {
  it('asks for its own topics at once, and for those of others when all have spoken', async () => {
    const { clock, said, live, hold } = setup()
    hold('me', [BOOK])
    expect(said).toEqual([`ask ${BOOK}`])
    for (const id of ['a', 'b', 'c']) {
      await live(id)
      hold(id, [TRADES])
    }
    expect(said).toHaveLength(1)
    await clock.advance(19)
    expect(said).toHaveLength(1)
    await clock.advance(1)
    expect(said.slice(1)).toEqual([`ask ${TRADES}`])
  })

  it('asks no second time for what was asked and not yet answered, and again once it was', async () => {
    const { clock, said, live, hold, relay } = setup()
    hold('me', [BOOK])
    await live('a')
    hold('a', [BOOK])
    await clock.advance(20)
    expect(said).toEqual([`ask ${BOOK}`])
    relay.answered(BOOK)
    hold('a', [BOOK])
    await clock.advance(20)
    expect(said).toEqual([`ask ${BOOK}`, `ask ${BOOK}`])
  })

  it('needs to know which topic a message is of while an answer is due or another tab follows, and else does not', async () => {
    const { clock, live, hold, relay } = setup()
    expect(relay.needsKeys()).toBe(false)
    hold('me', [BOOK])
    expect(relay.needsKeys()).toBe(true)
    relay.answered(BOOK)
    expect(relay.needsKeys()).toBe(false)
    const end = await live('a')
    hold('a', [BOOK], [])
    await clock.advance(20)
    expect(relay.needsKeys()).toBe(true)
    await end()
    expect(relay.needsKeys()).toBe(false)
  })

  it('asks for everything again on a new socket, whatever the old one had answered', () => {
    const { said, hold, relay } = setup()
    hold('me', [BOOK])
    relay.opened()
    hold('me', [BOOK])
    expect(said).toEqual([`ask ${BOOK}`, `ask ${BOOK}`])
  })

  it('lets go of a topic with the last tab that follows it, and not with the one before', async () => {
    const { clock, said, live, hold } = setup()
    hold('me', [BOOK, TRADES])
    await live('a')
    hold('a', [BOOK])
    await clock.advance(20)
    hold('me', [TRADES], [])
    expect(said).toHaveLength(1)
    hold('a', [])
    expect(said.at(-1)).toBe(`drop ${BOOK}`)
  })

  it('lets go of what was asked for and wanted no more before the asking', async () => {
    const { clock, said, live, hold } = setup()
    await live('a')
    hold('a', [BOOK])
    hold('a', [])
    await clock.advance(20)
    expect(said).toEqual([])
  })

  it('knows which topics are to be passed on: not its own alone', async () => {
    const { live, hold, relay } = setup()
    hold('me', [BOOK])
    expect([relay.isWanted(BOOK), relay.others()]).toEqual([false, 0])
    const end = await live('a')
    hold('a', [BOOK])
    expect([relay.isWanted(BOOK), relay.isWanted(TRADES), relay.others()]).toEqual([true, false, 1])
    await end()
    expect([relay.isWanted(BOOK), relay.others()]).toEqual([false, 0])
  })

  it('takes a tab whose lock falls to it for gone: what it alone followed is let go', async () => {
    const { clock, said, gone, live, hold } = setup()
    hold('me', [BOOK])
    const ends = await Promise.all(['a', 'b'].map(live))
    hold('a', [TRADES])
    hold('b', [BOOK])
    await clock.advance(20)
    await ends[0]?.()
    expect([said.at(-1), gone]).toEqual([`drop ${TRADES}`, [1]])
    await ends[1]?.()
    expect([said.at(-1), gone]).toEqual([`drop ${TRADES}`, [1, 0]])
  })

  it('counts a tab that said goodbye and then died once', async () => {
    const { gone, live, hold } = setup()
    const end = await live('a')
    hold('a', [BOOK])
    hold('a', [])
    await end()
    expect(gone).toEqual([0])
  })

  it('waits for no lock after its end', async () => {
    const { gone, live, hold, ending } = setup()
    const end = await live('a')
    hold('a', [BOOK])
    ending.abort()
    await end()
    expect(gone).toEqual([])
  })
})
