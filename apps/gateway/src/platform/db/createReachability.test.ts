import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createReachability } from './createReachability.ts'
import { DatabaseUnavailableError, isUnavailability } from './DatabaseUnavailableError.ts'

const broken = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

function setUp() {
  const clock = createManualClock()
  let isUp = true
  let probes = 0
  const server = createReachability({
    clock,
    probe: async () => {
      probes += 1
      if (!isUp) throw broken
    },
  })
  return {
    clock,
    server,
    probes: () => probes,
    set: (next: boolean) => void (isUp = next),
  }
}
const failure = (run: Promise<unknown>) => run.catch((error: unknown) => error)
const never = () => new Promise<never>(() => {})

describe('whether a server answers', () => {
  it('is asked once a second while it does', async () => {
    const { clock, server, probes } = setUp()
    expect(server.isReachable()).toBe(true)
    await clock.advance(999)
    expect(probes()).toBe(0)
    await clock.advance(2_001)
    expect(probes()).toBe(3)
  })

  it('is asked each quarter of a second while it does not', async () => {
    const { clock, server, probes, set } = setUp()
    set(false)
    await clock.advance(1_000)
    expect([server.isReachable(), probes()]).toEqual([false, 1])
    await clock.advance(1_000)
    expect(probes()).toBe(5)
    set(true)
    await clock.advance(250)
    expect([server.isReachable(), probes()]).toEqual([true, 6])
    await clock.advance(999)
    expect(probes()).toBe(6)
  })

  it('is asked at once after a connection broke, never twice', async () => {
    const { clock, server, probes } = setUp()
    server.check()
    server.check()
    expect(probes()).toBe(1)
    await clock.advance(999)
    expect(probes()).toBe(1)
    await clock.advance(1)
    expect(probes()).toBe(2)
  })

  it('is asked no more once it is closed', async () => {
    const { clock, server, probes } = setUp()
    server.close()
    server.check()
    await clock.advance(10_000)
    expect(probes()).toBe(0)
  })
})

describe('work that needs a server', () => {
  it('answers what it came to', async () => {
    const { server } = setUp()
    expect(await server.guard(async () => 7)).toBe(7)
  })

  it('fails at once while the server is away, without being begun', async () => {
    const { clock, server, set } = setUp()
    set(false)
    await clock.advance(1_000)
    let isBegun = false
    const error = await failure(server.guard(async () => void (isBegun = true)))
    expect(error).toBeInstanceOf(DatabaseUnavailableError)
    expect(error).toMatchObject({ cause: broken })
    expect(isBegun).toBe(false)
  })

  it('fails as soon as the server is away, though it still waits', async () => {
    const { clock, server, set } = setUp()
    const waiting = [failure(server.guard(never)), failure(server.guard(never))]
    set(false)
    await clock.advance(1_000)
    for (const error of await Promise.all(waiting))
      expect(error).toBeInstanceOf(DatabaseUnavailableError)
  })

  it('keeps what the server answered as its own error', async () => {
    const { server, probes } = setUp()
    const refused = Object.assign(new Error('duplicate key'), { code: '23505' })
    expect(await failure(server.guard(() => Promise.reject(refused)))).toBe(refused)
    expect(probes()).toBe(0)
  })

  it('asks the server once its connection broke', async () => {
    const { server, probes } = setUp()
    const error = await failure(server.guard(() => Promise.reject(broken)))
    expect(error).toMatchObject({ name: 'DatabaseUnavailableError', cause: broken })
    expect(probes()).toBe(1)
    // One broken connection does not keep others from a server that answers.
    expect(server.isReachable()).toBe(true)
  })

  it('wraps an outage once', async () => {
    const { server } = setUp()
    const outage = new DatabaseUnavailableError(broken)
    expect(await failure(server.guard(() => Promise.reject(outage)))).toBe(outage)
  })

  it('runs again when the server is back', async () => {
    const { clock, server, set } = setUp()
    set(false)
    await clock.advance(1_000)
    set(true)
    await clock.advance(250)
    expect(await server.guard(async () => 'done')).toBe('done')
  })
})

describe('an error that says that a server could not be asked', () => {
  it.each([
    [{ code: 'ECONNREFUSED' }, true],
    [{ code: 'ENOENT' }, true],
    [{ code: '08006' }, true],
    [{ code: '57P01' }, true],
    [{ code: '57014' }, true],
    [{ code: '53300' }, true],
    [{ code: '25006' }, true],
    [{ message: 'Connection terminated unexpectedly' }, true],
    [{ message: 'Query read timeout' }, true],
    [new DatabaseUnavailableError(), true],
    [{ code: '23505' }, false],
    [{ code: '40001' }, false],
    [{ code: '53200' }, false],
    // The server's own words about a value are no outage.
    [{ code: '22P02', message: 'timeout expired' }, false],
    [{ code: 7 }, false],
    [{ message: 7 }, false],
    [{}, false],
    [null, false],
    [undefined, false],
    ['ECONNREFUSED', false],
  ])('is %j: %s', (error, isOutage) => expect(isUnavailability(error)).toBe(isOutage))
})
