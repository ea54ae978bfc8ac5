import { describe, expect, it } from 'vitest'
import type { StorageChange } from './ports.ts'
import {
  createManualClock,
  createManualVisibility,
  createMemoryAsyncStorage,
  createMemoryChannels,
  createMemoryLocks,
  createMemoryStorage,
  createRecordingReporter,
  createSeededRandom,
} from './testing.ts'

describe('createManualClock', () => {
  it('keeps its time until a test advances it', async () => {
    const clock = createManualClock(1000)
    expect([clock.now(), clock.monotonic()]).toEqual([1000, 0])
    await clock.advance(250)
    expect([clock.now(), clock.monotonic()]).toEqual([1250, 250])
  })

  it('runs timers in order of time, then of creation', async () => {
    const clock = createManualClock(0)
    const order: string[] = []
    const note = (name: string) => () => order.push(`${name}@${clock.now()}`)
    clock.after(20, note('c'))
    clock.after(10, note('a'))
    clock.after(10, note('b'))
    clock.after(31, note('later'))
    await clock.advance(30)
    expect(order).toEqual(['a@10', 'b@10', 'c@20'])
    expect(clock.pendingTimers()).toBe(1)
  })

  it('runs timers that timers and promises start', async () => {
    const clock = createManualClock(0)
    const at: number[] = []
    clock.after(10, () => {
      void Promise.resolve().then(() => clock.after(10, () => at.push(clock.now())))
    })
    await clock.advance(25)
    expect(at).toEqual([20])
  })

  it('does not run a cancelled timer', async () => {
    const clock = createManualClock()
    clock.after(10, () => expect.unreachable()).cancel()
    await clock.advance(20)
    expect(clock.pendingTimers()).toBe(0)
  })

  it('jumps the wall clock alone', async () => {
    const clock = createManualClock(1000)
    clock.jump(-600)
    expect([clock.now(), clock.monotonic()]).toEqual([400, 0])
  })
})

describe('createMemoryStorage', () => {
  it('reads back, lists and removes', () => {
    const storage = createMemoryStorage({ a: '1' })
    storage.set('b', '2')
    expect(storage.keys()).toEqual(['a', 'b'])
    storage.remove('a')
    expect([storage.get('a'), storage.get('b')]).toEqual([null, '2'])
  })

  it('notifies other tabs of a change, and nobody of a rewrite', () => {
    const here = createMemoryStorage()
    const there = here.openTab()
    const changesHere: StorageChange[] = []
    const changesThere: StorageChange[] = []
    here.subscribe((change) => changesHere.push(change))
    const stop = there.subscribe((change) => changesThere.push(change))
    here.set('key', 'x')
    here.set('key', 'x')
    here.remove('key')
    here.remove('key')
    expect(changesThere).toEqual([
      { key: 'key', value: 'x' },
      { key: 'key', value: null },
    ])
    expect(changesHere).toEqual([])
    stop()
    here.set('key', 'y')
    expect(changesThere).toHaveLength(2)
  })
})

describe('createMemoryAsyncStorage', () => {
  it('stores clones, as IndexedDB does', async () => {
    const storage = createMemoryAsyncStorage()
    const value = { list: [1] }
    await storage.set('key', value)
    value.list.push(2)
    expect(await storage.get('key')).toEqual({ list: [1] })
    expect(await storage.keys()).toEqual(['key'])
    await storage.remove('key')
    expect(await storage.get('key')).toBeUndefined()
  })

  it('stores a key that cannot be exported', async () => {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const { privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    const storage = createMemoryAsyncStorage()
    await storage.set('key', privateKey)
    expect((await storage.get<CryptoKey>('key'))?.extractable).toBe(false)
  })

  it('rejects a value that cannot be cloned with DataCloneError', async () => {
    await expect(createMemoryAsyncStorage().set('key', () => {})).rejects.toMatchObject({
      name: 'DataCloneError',
    })
  })
})

describe('createManualVisibility', () => {
  it('notifies of every change, and without one on request', () => {
    const visibility = createManualVisibility(false)
    const seen: boolean[] = []
    const stop = visibility.subscribe(() => seen.push(visibility.isVisible()))
    visibility.set(true)
    visibility.notify()
    stop()
    visibility.set(false)
    expect(seen).toEqual([true, true])
  })
})

describe('createSeededRandom', () => {
  it('repeats for one seed and differs for another', () => {
    const bytes = createSeededRandom(7).bytes(32)
    expect(createSeededRandom(7).bytes(32)).toEqual(bytes)
    expect(createSeededRandom(8).bytes(32)).not.toEqual(bytes)
    expect(new Set(bytes).size).toBeGreaterThan(16)
  })

  it('continues its sequence between calls', () => {
    const random = createSeededRandom(0)
    expect(random.bytes(8)).not.toEqual(random.bytes(8))
  })
})

describe('createRecordingReporter', () => {
  it('records reports in order', () => {
    const reporter = createRecordingReporter()
    reporter.report({ kind: 'a' })
    reporter.report({ kind: 'b', message: 'text' })
    expect(reporter.reports).toEqual([{ kind: 'a' }, { kind: 'b', message: 'text' }])
  })
})

describe('createMemoryLocks', () => {
  const gate = () => {
    let open = () => {}
    const passed = new Promise<void>((resolve) => (open = resolve))
    return { open, passed }
  }

  it('grants the lock in order, after a failed holder too', async () => {
    const locks = createMemoryLocks()
    const order: number[] = []
    const enter = (n: number) => async () => void order.push(n)
    const { open, passed } = gate()
    const first = locks.request('a', {}, async () => {
      await passed
      order.push(1)
      throw new Error('failed')
    })
    const rest = [2, 3].map((n) => locks.request('a', {}, enter(n)))
    await locks.request('other name', {}, enter(0))
    open()
    await expect(first).rejects.toThrow('failed')
    await Promise.all(rest)
    expect(order).toEqual([0, 1, 2, 3])
  })

  it('says with ifAvailable whether the lock is free', async () => {
    const locks = createMemoryLocks()
    const held = async (free: boolean) => free
    const { open, passed } = gate()
    const holder = locks.request('a', {}, () => passed)
    expect(await locks.request('a', { ifAvailable: true }, held)).toBe(false)
    open()
    await holder
    expect(await locks.request('a', { ifAvailable: true }, held)).toBe(true)
  })

  it('stops waiting on abort and grants the lock to the next', async () => {
    const locks = createMemoryLocks()
    const { open, passed } = gate()
    const holder = locks.request('a', {}, () => passed)
    const abort = new AbortController()
    const impatient = locks.request('a', { signal: abort.signal }, async () => expect.unreachable())
    const patient = locks.request('a', {}, async () => 'in')
    abort.abort(new Error('enough'))
    await expect(impatient).rejects.toThrow('enough')
    open()
    await holder
    expect(await patient).toBe('in')
  })

  it('ignores an abort once the lock is held', async () => {
    const locks = createMemoryLocks()
    const abort = new AbortController()
    const { open, passed } = gate()
    const holder = locks.request('a', { signal: abort.signal }, async () => {
      abort.abort()
      await passed
      return 'done'
    })
    open()
    expect(await holder).toBe('done')
  })
})

describe('createMemoryChannels', () => {
  it('sends a clone to every other channel of the name', () => {
    const open = createMemoryChannels()
    const [one, two, three] = [open('a'), open('a'), open('b')]
    const received: [string, unknown][] = []
    one.subscribe((message) => received.push(['one', message]))
    two.subscribe((message) => received.push(['two', message]))
    three.subscribe((message) => received.push(['three', message]))
    const message = { n: 1 }
    one.post(message)
    message.n = 2
    expect(received).toEqual([['two', { n: 1 }]])
  })

  it('receives and sends nothing after close', () => {
    const open = createMemoryChannels()
    const [one, two] = [open('a'), open('a')]
    let received = 0
    one.subscribe(() => void received++)
    two.subscribe(() => void received++)
    two.close()
    one.post('x')
    two.post('x')
    expect(received).toBe(0)
  })
})
