import type { KeyValueStorage, Locks } from '@x/kit'
import { createManualClock, createMemoryLocks, createMemoryStorage } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createTabLock } from './createTabLock.ts'
import { createPendingFlag } from './pendingFlag.ts'

/** One browser whose tabs share storage, and locks if available. */
function openBrowser(locks?: Locks) {
  const clock = createManualClock(1_000_000)
  const shared = createMemoryStorage()
  const openTab = (owner: string) => {
    const storage = shared.openTab()
    const flag = createPendingFlag({ storage, clock, key: 'pending', owner })
    return createTabLock({ locks, name: 'pending', flag, storage, clock })
  }
  return { clock, shared, openTab }
}
const never = () => new AbortController().signal

describe.each([
  ['with Web Locks', () => createMemoryLocks()],
  ['without Web Locks', () => undefined],
  [
    'with Web Locks that are denied',
    (): Locks => ({ request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }),
  ],
])('createTabLock %s', (_name, locksOf) => {
  it('runs one tab at a time and every tab eventually (D7)', async () => {
    const { clock, openTab } = openBrowser(locksOf())
    let inside = 0
    let most = 0
    let done = 0
    const work = async () => {
      most = Math.max(most, ++inside)
      await new Promise<void>((resolve) => void clock.after(500, resolve))
      inside--
      done++
    }
    for (const owner of ['a', 'b', 'c', 'd']) void openTab(owner)(work, { signal: never() })
    await clock.advance(30_000)
    expect([most, done, clock.pendingTimers()]).toEqual([1, 4, 0])
  })

  it('resolves its caller early but keeps the lock until the end (D7)', async () => {
    const { clock, openTab } = openBrowser(locksOf())
    let resolved = false
    let entered = false
    let end = () => {}
    void openTab('a')(
      async (resolveEarly) => (resolveEarly(), new Promise<void>((resolve) => (end = resolve))),
      {
        signal: never(),
      },
    ).then(() => (resolved = true))
    await clock.advance(200)
    void openTab('b')(async () => void (entered = true), { signal: never() })
    await clock.advance(9000)
    expect([resolved, entered]).toEqual([true, false])
    end()
    await clock.advance(2000)
    expect(entered).toBe(true)
  })

  it('sets the pending flag during the work and clears it after (D8)', async () => {
    const { clock, shared, openTab } = openBrowser(locksOf())
    let during: string | null = null
    const turn = openTab('aa')(
      async () => {
        during = shared.get('pending')
        throw new Error('work')
      },
      { signal: never() },
    )
    const failed = expect(turn).rejects.toThrow('work')
    await clock.advance(1000)
    await failed
    expect(during).toMatch(/^aa@\d+$/)
    expect(shared.get('pending')).toBeNull()
  })

  it('leaves the queue when the signal aborts', async () => {
    const { clock, openTab } = openBrowser(locksOf())
    let release = () => {}
    void openTab('a')(() => new Promise<void>((resolve) => (release = resolve)), {
      signal: never(),
    })
    await clock.advance(200)
    const leave = new AbortController()
    const second = openTab('b')(async () => expect.unreachable(), { signal: leave.signal })
    await clock.advance(300)
    leave.abort()
    await clock.advance(0)
    await second
    release()
    await clock.advance(20_000)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('does not run with an already aborted signal', async () => {
    const { clock, openTab } = openBrowser(locksOf())
    const turn = openTab('a')(async () => expect.unreachable(), { signal: AbortSignal.abort() })
    await clock.advance(500)
    await turn
  })
})

describe('createTabLock', () => {
  it('ignores an orphaned flag at once with Web Locks (D8)', async () => {
    const { clock, shared, openTab } = openBrowser(createMemoryLocks())
    shared.set('pending', `gone@${clock.now()}`)
    let entered = false
    void openTab('a')(async () => void (entered = true), { signal: never() })
    await clock.advance(0)
    expect(entered).toBe(true)
  })

  it('keeps the Web Lock for one second after the work (D7)', async () => {
    const { clock, openTab } = openBrowser(createMemoryLocks())
    let own = 'working'
    void openTab('a')(async () => {}, { signal: never() }).then(() => (own = 'resolved'))
    let other = 'waiting'
    void openTab('b')(async () => void (other = 'entered'), { signal: never() })
    await clock.advance(999)
    expect([own, other]).toEqual(['resolved', 'waiting'])
    await clock.advance(1)
    expect(other).toBe('entered')
  })

  it('releases the lock and its timer when the signal aborts (D7, D20)', async () => {
    const { clock, openTab } = openBrowser(createMemoryLocks())
    const leave = new AbortController()
    void openTab('a')(async () => {}, { signal: leave.signal })
    let entered = false
    void openTab('b')(async () => void (entered = true), { signal: never() })
    await clock.advance(100)
    leave.abort()
    await clock.advance(0)
    expect(entered).toBe(true)
    await clock.advance(1000)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('takes over an orphaned flag after 12 s without Web Locks (D8)', async () => {
    const { clock, shared, openTab } = openBrowser()
    shared.set('pending', `gone@${clock.now()}`)
    const start = clock.now()
    const entered: { owner: string; after: number }[] = []
    for (const owner of ['a', 'b', 'c'])
      void openTab(owner)(async () => void entered.push({ owner, after: clock.now() - start }), {
        signal: never(),
      })
    await clock.advance(12_050)
    expect(entered).toEqual([])
    await clock.advance(100)
    expect(entered).toEqual([{ owner: 'a', after: 12_100 }])
    await clock.advance(5000)
    expect(entered).toHaveLength(3)
  })

  it('admits one of two concurrent tabs without Web Locks (D7)', async () => {
    const { clock, shared } = openBrowser()
    // Each browser process sees the writes of another only after some time.
    const openLaggingTab = (owner: string) => {
      const own = new Map<string, string>()
      const tab = shared.openTab()
      const storage: KeyValueStorage = {
        ...tab,
        get: (key) => own.get(key) ?? tab.get(key),
        set(key, value) {
          own.set(key, value)
          clock.after(50, () => {
            own.delete(key)
            tab.set(key, value)
          })
        },
      }
      const flag = createPendingFlag({ storage, clock, key: 'pending', owner })
      return createTabLock({ name: 'pending', flag, storage, clock })
    }
    const inside: string[] = []
    const work = (owner: string) => async () => {
      inside.push(owner)
      await new Promise<void>((resolve) => void clock.after(3000, resolve))
    }
    void openLaggingTab('a')(work('a'), { signal: never() })
    await clock.advance(10)
    void openLaggingTab('b')(work('b'), { signal: never() })
    await clock.advance(2000)
    expect(inside).toEqual(['b'])
    await clock.advance(2000)
    expect(inside).toEqual(['b', 'a'])
  })

  it('wakes a waiting tab when the flag is cleared, without polling (D9)', async () => {
    const { clock, shared, openTab } = openBrowser()
    let release = () => {}
    void openTab('a')(() => new Promise<void>((resolve) => (release = resolve)), {
      signal: never(),
    })
    await clock.advance(200)
    let entered = false
    const tab = shared.openTab()
    let looks = 0
    const watching = {
      ...tab,
      get(key: string) {
        looks++
        return tab.get(key)
      },
    }
    const flag = createPendingFlag({ storage: watching, clock, key: 'pending', owner: 'b' })
    void createTabLock({ name: 'pending', flag, storage: watching, clock })(
      async () => void (entered = true),
      { signal: never() },
    )
    const before = looks
    await clock.advance(5000)
    expect(looks - before).toBeLessThanOrEqual(5000 / 250)
    release()
    await clock.advance(100)
    expect(entered).toBe(true)
  })
})
