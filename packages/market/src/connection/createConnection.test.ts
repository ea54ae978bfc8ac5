import { createManualClock, createManualVisibility, createSeededRandom } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createScriptedSockets } from '../testing.ts'
import { createConnection, type ConnectionState } from './createConnection.ts'

const BOOK = { topic: 'books50@100ms', symbol: 'BTCUSDT' }

function setup(options: { silenceMs?: number } = {}) {
  const clock = createManualClock()
  const { openSocket, sockets } = createScriptedSockets()
  const told: string[] = []
  const wake = createManualVisibility()
  const connection = createConnection({
    openSocket,
    clock,
    random: createSeededRandom(3),
    wake,
    ...options,
    onOpen: () => told.push('open'),
    onMessage: (text) => told.push(text),
    onLost: () => told.push('lost'),
  })
  const seen: ConnectionState['status'][] = []
  connection.state.subscribe(() => seen.push(connection.state.getState().status))
  return {
    clock,
    sockets,
    told,
    connection,
    seen,
    wake,
    status: () => connection.state.getState().status,
  }
}

describe('a connection', () => {
  it('is idle until it is started, and is started once however often it is asked to', () => {
    const { sockets, connection, status } = setup()
    expect([sockets.length, status()]).toEqual([0, 'idle'])
    for (let turn = 0; turn < 3; turn++) connection.start()
    expect([sockets.length, status()]).toEqual([1, 'connecting'])
    sockets[0]?.open()
    connection.start()
    expect([sockets.length, status()]).toEqual([1, 'open'])
  })

  it('says nothing to a socket that is not open: whoever hears that it opened asks for everything', () => {
    const { sockets, connection, told } = setup()
    connection.start()
    connection.ask([BOOK])
    connection.drop([BOOK])
    expect(sockets[0]?.sent).toEqual([])
    sockets[0]?.open()
    expect(told).toEqual(['open'])
    connection.ask([])
    connection.ask([BOOK])
    connection.drop([BOOK])
    expect(sockets[0]?.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { op: 'subscribe', args: [BOOK] },
      { op: 'unsubscribe', args: [BOOK] },
    ])
  })

  it('tells of a loss only where there was something to lose', async () => {
    const { clock, sockets, connection, told } = setup()
    connection.start()
    sockets[0]?.drop()
    expect(told).toEqual([])
    await clock.advance(500)
    sockets[1]?.open()
    sockets[1]?.drop()
    expect(told).toEqual(['open', 'lost'])
  })

  it('says when it will try again, and tries then and not sooner', async () => {
    const { clock, sockets, connection } = setup()
    connection.start()
    for (let attempt = 1; attempt <= 8; attempt++) {
      const whole = Math.min(15_000, 500 * 2 ** (attempt - 1))
      sockets.at(-1)?.drop()
      const { nextTryAt = 0, ...rest } = connection.state.getState()
      expect(rest).toEqual({ status: 'waiting', attempt })
      const pause = nextTryAt - clock.now()
      expect([pause >= whole / 2, pause <= whole]).toEqual([true, true])
      await clock.advance(pause - 1)
      expect(sockets).toHaveLength(attempt)
      await clock.advance(1)
      expect(sockets).toHaveLength(attempt + 1)
    }
  })

  it('forgets the failures at the first word, not at the opening', async () => {
    const { clock, sockets, connection } = setup()
    connection.start()
    for (let turn = 0; turn < 3; turn++) {
      sockets.at(-1)?.open()
      sockets.at(-1)?.drop()
      await clock.advance(15_000)
    }
    sockets.at(-1)?.open()
    sockets.at(-1)?.deliver('a word')
    sockets.at(-1)?.drop()
    expect(connection.state.getState()).toMatchObject({ status: 'waiting', attempt: 1 })
  })

  it('hears nothing of a socket that it has left, however late that speaks, opens or closes', async () => {
    const { clock, sockets, connection, told, status } = setup()
    connection.start()
    const [old] = sockets
    old?.drop()
    await clock.advance(500)
    old?.open()
    old?.deliver('from the grave')
    sockets[1]?.open()
    old?.drop()
    expect([told, status()]).toEqual([['open'], 'open'])
    expect(old?.isClosed).toBe(true)
  })

  it('asks after a silence for a sign of life, and goes as soon as it has been silent twice as long', async () => {
    const { clock, sockets, connection, told, status } = setup({ silenceMs: 1_000 })
    connection.start()
    sockets[0]?.open()
    await clock.advance(999)
    expect(sockets[0]?.sent).toEqual([])
    await clock.advance(1)
    expect(sockets[0]?.sent).toEqual(['{"op":"ping"}'])
    await clock.advance(999)
    expect(status()).toBe('open')
    await clock.advance(1)
    expect([status(), told]).toEqual(['waiting', ['open', 'lost']])
    expect(sockets[0]?.isClosed).toBe(true)
  })

  it('stays where the answer comes at the last moment, and counts the next silence from it', async () => {
    const { clock, sockets, connection, status } = setup({ silenceMs: 1_000 })
    connection.start()
    sockets[0]?.open()
    await clock.advance(1_999)
    sockets[0]?.deliver('{"op":"pong"}')
    await clock.advance(999)
    expect(sockets[0]?.sent).toHaveLength(1)
    await clock.advance(1)
    expect([sockets[0]?.sent.length, status()]).toEqual([2, 'open'])
  })

  it('asks nothing of a server that speaks more often than that, and keeps one timer', async () => {
    const { clock, sockets, connection } = setup({ silenceMs: 1_000 })
    connection.start()
    sockets[0]?.open()
    for (let turn = 0; turn < 100; turn++) {
      sockets[0]?.deliver('tick')
      await clock.advance(300)
      expect(clock.pendingTimers()).toBe(1)
    }
    expect(sockets[0]?.sent).toEqual([])
  })

  it('visual, stale face: asks at once where the network may have gone, and shows within two seconds that nothing comes', async () => {
    const { clock, sockets, connection, told, status, wake } = setup()
    connection.start()
    sockets[0]?.open()
    sockets[0]?.deliver('tick')
    wake.notify()
    expect(sockets[0]?.sent).toEqual(['{"op":"ping"}'])
    await clock.advance(1_999)
    expect(status()).toBe('open')
    await clock.advance(1)
    expect([status(), told]).toEqual(['waiting', ['open', 'tick', 'lost']])
  })

  it('stays where the sign of life comes, and asks no sooner than before', async () => {
    const { clock, sockets, connection, status, wake } = setup()
    connection.start()
    sockets[0]?.open()
    wake.notify()
    await clock.advance(100)
    sockets[0]?.deliver('{"op":"pong"}')
    await clock.advance(4_999)
    expect([sockets[0]?.sent.length, status(), clock.pendingTimers()]).toEqual([1, 'open', 1])
    await clock.advance(1)
    expect(sockets[0]?.sent).toHaveLength(2)
  })

  it('visual, stale face: knows by the wall clock that the device has slept, by a sign from the page or by its own timer', async () => {
    for (const isTold of [true, false]) {
      const { clock, sockets, connection, told, wake } = setup()
      connection.start()
      sockets[0]?.open()
      clock.jump(3_600_000)
      if (isTold) wake.notify()
      else await clock.advance(5_000)
      expect(told).toEqual(['open', 'lost'])
      expect(sockets[0]?.sent).toEqual([])
    }
  })

  it('a wall clock that is set while words come is no sleep', async () => {
    const { clock, sockets, connection, status } = setup()
    connection.start()
    sockets[0]?.open()
    clock.jump(3_600_000)
    sockets[0]?.deliver('tick')
    await clock.advance(5_000)
    expect([status(), sockets[0]?.sent.length]).toEqual(['open', 1])
  })

  it('waits no longer where the network has come back, and does nothing where it is idle or gone for good', async () => {
    const { clock, sockets, connection, status, wake } = setup()
    wake.notify()
    expect([sockets.length, status()]).toEqual([0, 'idle'])
    connection.start()
    wake.notify()
    expect(sockets).toHaveLength(1)
    sockets[0]?.drop()
    wake.notify()
    expect([sockets.length, status()]).toEqual([2, 'connecting'])
    await clock.advance(1_000)
    expect(sockets).toHaveLength(2)
    connection.dispose()
    wake.notify()
    expect([sockets.length, clock.pendingTimers()]).toEqual([2, 0])
  })

  it('gives a socket that never opens twice the silence', async () => {
    const { clock, sockets, connection, told, status } = setup({ silenceMs: 1_000 })
    connection.start()
    await clock.advance(1_999)
    expect(status()).toBe('connecting')
    await clock.advance(1)
    expect([status(), told, sockets[0]?.isClosed]).toEqual(['waiting', [], true])
  })

  it('stops without a word of loss, while it is open and while it waits, and begins anew after it', async () => {
    const { clock, sockets, connection, told, status } = setup()
    connection.start()
    sockets[0]?.drop()
    connection.stop()
    expect([status(), clock.pendingTimers()]).toEqual(['idle', 0])
    await clock.advance(60_000)
    expect(sockets).toHaveLength(1)
    connection.start()
    sockets[1]?.open()
    connection.stop()
    expect([status(), told, sockets[1]?.isClosed, clock.pendingTimers()]).toEqual([
      'idle',
      ['open'],
      true,
      0,
    ])
    connection.start()
    sockets[2]?.drop()
    expect(connection.state.getState()).toMatchObject({ status: 'waiting', attempt: 1 })
  })

  it('is closed for good when it was disposed of', async () => {
    const { clock, sockets, connection, seen } = setup()
    connection.start()
    sockets[0]?.open()
    connection.dispose()
    connection.start()
    connection.stop()
    await clock.advance(60_000)
    expect([sockets.length, clock.pendingTimers(), seen]).toEqual([
      1,
      0,
      ['connecting', 'open', 'closed'],
    ])
  })
})
