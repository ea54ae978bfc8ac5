import { describe, expect, it } from 'vitest'
import {
  createReconnectingSocket,
  type SocketLoss,
  type SocketState,
} from './createReconnectingSocket.ts'
import {
  createManualClock,
  createManualVisibility,
  createScriptedSockets,
  createSeededRandom,
} from './testing.ts'

const PING = '{"op":"ping"}'

function setUp(
  options: {
    heartbeatMs?: number
    openTimeoutMs?: number
    maxDelayMs?: number
    pingText?: string | undefined
    isAuthorized?: () => boolean
  } = {},
) {
  const clock = createManualClock()
  const { openSocket, sockets } = createScriptedSockets()
  const events: string[] = []
  const hints = createManualVisibility()
  const socket = createReconnectingSocket({
    openSocket,
    clock,
    random: createSeededRandom(3),
    hints,
    pingText: PING,
    ...options,
    onOpen: () => events.push('open'),
    onMessage: (text) => events.push(text),
    onLost: ({ wasOpen, attempt }) => events.push(wasOpen ? 'lost' : `failed ${attempt}`),
    onUnauthorized: () => events.push('unauthorized'),
  })
  const statuses: SocketState['status'][] = []
  socket.state.subscribe(() => statuses.push(socket.state.getState().status))
  return {
    clock,
    sockets,
    events,
    socket,
    statuses,
    hints,
    status: () => socket.state.getState().status,
  }
}

describe('createReconnectingSocket', () => {
  it('stays idle until started, and starts once', () => {
    const { sockets, socket, status } = setUp()
    expect([sockets.length, status()]).toEqual([0, 'idle'])
    for (let turn = 0; turn < 3; turn++) socket.start()
    expect([sockets.length, status()]).toEqual([1, 'connecting'])
    sockets[0]?.open()
    socket.start()
    expect([sockets.length, status()]).toEqual([1, 'open'])
  })

  it('sends nothing before the socket is open', () => {
    const { sockets, socket, events } = setUp()
    socket.start()
    socket.send('early')
    expect(sockets[0]?.sent).toEqual([])
    sockets[0]?.open()
    expect(events).toEqual(['open'])
    socket.send('now')
    expect(sockets[0]?.sent).toEqual(['now'])
  })

  it('reports whether a lost socket had opened', async () => {
    const { clock, sockets, socket, events } = setUp()
    socket.start()
    sockets[0]?.drop()
    expect(events).toEqual(['failed 1'])
    await clock.advance(500)
    sockets[1]?.open()
    sockets[1]?.drop()
    expect(events).toEqual(['failed 1', 'open', 'lost'])
  })

  it('announces the time of the next try and keeps it', async () => {
    const { clock, sockets, socket } = setUp()
    socket.start()
    for (let attempt = 1; attempt <= 8; attempt++) {
      const whole = Math.min(15_000, 500 * 2 ** (attempt - 1))
      sockets.at(-1)?.drop()
      const { nextTryAt = 0, ...rest } = socket.state.getState()
      expect(rest).toEqual({ status: 'waiting', attempt })
      const pause = nextTryAt - clock.now()
      expect([pause >= whole / 2, pause <= whole]).toEqual([true, true])
      await clock.advance(pause - 1)
      expect(sockets).toHaveLength(attempt)
      await clock.advance(1)
      expect(sockets).toHaveLength(attempt + 1)
    }
  })

  it('resets the back-off with the first message, not with the opening', async () => {
    const { clock, sockets, socket } = setUp()
    socket.start()
    for (let turn = 0; turn < 3; turn++) {
      sockets.at(-1)?.open()
      sockets.at(-1)?.drop()
      await clock.advance(15_000)
    }
    sockets.at(-1)?.open()
    sockets.at(-1)?.deliver('a message')
    sockets.at(-1)?.drop()
    expect(socket.state.getState()).toMatchObject({ status: 'waiting', attempt: 1 })
  })

  it('ignores every event of a socket that it has replaced', async () => {
    const { clock, sockets, socket, events, status } = setUp()
    socket.start()
    const [old] = sockets
    old?.drop()
    await clock.advance(500)
    old?.open()
    old?.deliver('too late')
    sockets[1]?.open()
    old?.drop()
    expect([events, status()]).toEqual([['failed 1', 'open'], 'open'])
    expect(old?.isClosed).toBe(true)
  })

  it('pings after a silence and reconnects after twice that silence', async () => {
    const { clock, sockets, socket, events, status } = setUp({ heartbeatMs: 1_000 })
    socket.start()
    sockets[0]?.open()
    await clock.advance(999)
    expect(sockets[0]?.sent).toEqual([])
    await clock.advance(1)
    expect(sockets[0]?.sent).toEqual(['{"op":"ping"}'])
    await clock.advance(999)
    expect(status()).toBe('open')
    await clock.advance(1)
    expect([status(), events]).toEqual(['waiting', ['open', 'lost']])
    expect(sockets[0]?.isClosed).toBe(true)
  })

  it('keeps a socket that answers late, and restarts the heartbeat there', async () => {
    const { clock, sockets, socket, status } = setUp({ heartbeatMs: 1_000 })
    socket.start()
    sockets[0]?.open()
    await clock.advance(1_999)
    sockets[0]?.deliver('{"op":"pong"}')
    await clock.advance(999)
    expect(sockets[0]?.sent).toHaveLength(1)
    await clock.advance(1)
    expect([sockets[0]?.sent.length, status()]).toEqual([2, 'open'])
  })

  it('sends no ping while messages arrive, and keeps one timer', async () => {
    const { clock, sockets, socket } = setUp({ heartbeatMs: 1_000 })
    socket.start()
    sockets[0]?.open()
    for (let turn = 0; turn < 100; turn++) {
      sockets[0]?.deliver('tick')
      await clock.advance(300)
      expect(clock.pendingTimers()).toBe(1)
    }
    expect(sockets[0]?.sent).toEqual([])
  })

  it('reconnects two seconds after a hint without an answer (visual 4)', async () => {
    const { clock, sockets, socket, events, status, hints } = setUp()
    socket.start()
    sockets[0]?.open()
    sockets[0]?.deliver('tick')
    hints.notify()
    expect(sockets[0]?.sent).toEqual(['{"op":"ping"}'])
    await clock.advance(1_999)
    expect(status()).toBe('open')
    await clock.advance(1)
    expect([status(), events]).toEqual(['waiting', ['open', 'tick', 'lost']])
  })

  it('keeps its heartbeat after an answered hint', async () => {
    const { clock, sockets, socket, status, hints } = setUp()
    socket.start()
    sockets[0]?.open()
    hints.notify()
    await clock.advance(100)
    sockets[0]?.deliver('{"op":"pong"}')
    await clock.advance(4_999)
    expect([sockets[0]?.sent.length, status(), clock.pendingTimers()]).toEqual([1, 'open', 1])
    await clock.advance(1)
    expect(sockets[0]?.sent).toHaveLength(2)
  })

  it('reconnects after a suspension of the device (visual 4)', async () => {
    for (const hasHint of [true, false]) {
      const { clock, sockets, socket, events, hints } = setUp()
      socket.start()
      sockets[0]?.open()
      clock.jump(3_600_000)
      if (hasHint) hints.notify()
      else await clock.advance(5_000)
      expect(events).toEqual(['open', 'lost'])
      expect(sockets[0]?.sent).toEqual([])
    }
  })

  it('ignores a wall clock that is set while messages arrive', async () => {
    const { clock, sockets, socket, status } = setUp()
    socket.start()
    sockets[0]?.open()
    clock.jump(3_600_000)
    sockets[0]?.deliver('tick')
    await clock.advance(5_000)
    expect([status(), sockets[0]?.sent.length]).toEqual(['open', 1])
  })

  it('retries on a hint and ignores hints while idle or disposed', async () => {
    const { clock, sockets, socket, status, hints } = setUp()
    hints.notify()
    expect([sockets.length, status()]).toEqual([0, 'idle'])
    socket.start()
    hints.notify()
    expect(sockets).toHaveLength(1)
    sockets[0]?.drop()
    hints.notify()
    expect([sockets.length, status()]).toEqual([2, 'connecting'])
    await clock.advance(1_000)
    expect(sockets).toHaveLength(2)
    socket.dispose()
    hints.notify()
    expect([sockets.length, clock.pendingTimers()]).toEqual([2, 0])
  })

  it('abandons a socket that never opens after twice the heartbeat', async () => {
    const { clock, sockets, socket, events, status } = setUp({ heartbeatMs: 1_000 })
    socket.start()
    await clock.advance(1_999)
    expect(status()).toBe('connecting')
    await clock.advance(1)
    expect([status(), events, sockets[0]?.isClosed]).toEqual(['waiting', ['failed 1'], true])
  })

  it('stops without reporting a loss, and starts anew', async () => {
    const { clock, sockets, socket, events, status } = setUp()
    socket.start()
    sockets[0]?.drop()
    socket.stop()
    expect([status(), clock.pendingTimers()]).toEqual(['idle', 0])
    await clock.advance(60_000)
    expect(sockets).toHaveLength(1)
    socket.start()
    sockets[1]?.open()
    socket.stop()
    expect([status(), events, sockets[1]?.isClosed, clock.pendingTimers()]).toEqual([
      'idle',
      ['failed 1', 'open'],
      true,
      0,
    ])
    socket.start()
    sockets[2]?.drop()
    expect(socket.state.getState()).toMatchObject({ status: 'waiting', attempt: 1 })
  })

  it('stays closed once disposed of', async () => {
    const { clock, sockets, socket, statuses } = setUp()
    socket.start()
    sockets[0]?.open()
    socket.dispose()
    socket.start()
    socket.stop()
    await clock.advance(60_000)
    expect([sockets.length, clock.pendingTimers(), statuses]).toEqual([
      1,
      0,
      ['connecting', 'open', 'closed'],
    ])
  })

  it('gives a socket that never opens the time of its option', async () => {
    const { clock, status, socket } = setUp({ heartbeatMs: 15_000, openTimeoutMs: 1_000 })
    socket.start()
    await clock.advance(1_000)
    expect(status()).toBe('waiting')
  })

  it('counts ping frames of the server as life, and not as success', async () => {
    const { clock, sockets, socket, status } = setUp({ heartbeatMs: 1_000, pingText: undefined })
    socket.start()
    sockets[0]?.open()
    for (let turn = 0; turn < 5; turn++) {
      await clock.advance(1_500)
      sockets[0]?.ping()
    }
    expect([status(), sockets.length, sockets[0]?.sent]).toEqual(['open', 1, []])
    sockets[0]?.drop()
    await clock.advance(500)
    sockets[1]?.open()
    sockets[1]?.ping()
    sockets[1]?.drop()
    expect(socket.state.getState().attempt).toBe(2)
  })

  it('restarts on a new socket without idling and forgets its failures', async () => {
    const { clock, sockets, socket, statuses } = setUp()
    socket.start()
    sockets[0]?.drop()
    socket.restart()
    sockets[0]?.open()
    sockets[1]?.open()
    socket.restart()
    await clock.advance(500)
    expect([sockets.length, sockets[1]?.isClosed, statuses]).toEqual([
      3,
      true,
      ['connecting', 'waiting', 'connecting', 'open', 'connecting'],
    ])
    expect(socket.state.getState().attempt).toBe(0)
  })

  it('opens no socket where the session is not authorized, and stays idle', async () => {
    let isAuthorized = true
    const { clock, sockets, socket, events, status } = setUp({ isAuthorized: () => isAuthorized })
    socket.start()
    sockets[0]?.open()
    isAuthorized = false
    sockets[0]?.drop()
    await clock.advance(60_000)
    expect([sockets.length, events, status(), clock.pendingTimers()]).toEqual([
      1,
      ['open', 'lost', 'unauthorized'],
      'idle',
      0,
    ])
    isAuthorized = true
    socket.start()
    expect(sockets).toHaveLength(2)
  })

  it('closes a socket that opened for another session, unused', () => {
    let isAuthorized = true
    const { sockets, socket, events, status } = setUp({ isAuthorized: () => isAuthorized })
    socket.start()
    isAuthorized = false
    sockets[0]?.open()
    sockets[0]?.deliver('of another user')
    expect([sockets[0]?.isClosed, sockets[0]?.sent, events, status()]).toEqual([
      true,
      [],
      ['unauthorized'],
      'idle',
    ])
  })

  it('retries with back-off when a socket cannot be constructed', async () => {
    const clock = createManualClock()
    const { openSocket, sockets } = createScriptedSockets()
    const refused = new SyntaxError('mixed content')
    const losses: SocketLoss[] = []
    let isRefused = true
    const socket = createReconnectingSocket({
      openSocket: () => {
        if (isRefused) throw refused
        return openSocket()
      },
      clock,
      random: createSeededRandom(3),
      onMessage: () => {},
      onLost: (loss) => losses.push(loss),
    })
    socket.start()
    expect(socket.state.getState().status).toBe('waiting')
    await clock.advance(losses[0]!.delayMs)
    expect(losses).toMatchObject([
      { wasOpen: false, attempt: 1, error: refused },
      { wasOpen: false, attempt: 2, error: refused },
    ])
    isRefused = false
    await clock.advance(losses[1]!.delayMs)
    sockets[0]?.open()
    expect(socket.state.getState()).toEqual({ status: 'open', attempt: 0 })
    socket.dispose()
    expect(clock.pendingTimers()).toBe(0)
  })
})
