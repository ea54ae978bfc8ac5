import {
  createManualClock,
  createManualVisibility,
  createScriptedSockets,
  createSeededRandom,
} from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createSocketConnection } from './createSocketConnection.ts'

const BOOK = { topic: 'books50@100ms', symbol: 'BTCUSDT' }

function setUp() {
  const clock = createManualClock()
  const { openSocket, sockets } = createScriptedSockets()
  const events: string[] = []
  const hints = createManualVisibility()
  const connection = createSocketConnection({
    openSocket,
    clock,
    random: createSeededRandom(3),
    hints,
    onConnect: () => events.push('connect'),
    onMessage: (text) => events.push(text),
    onDisconnect: () => events.push('disconnect'),
  })
  return { clock, sockets, events, connection, hints }
}

describe('createSocketConnection', () => {
  it('subscribes and unsubscribes only while the socket is open', () => {
    const { sockets, connection, events } = setUp()
    connection.start()
    connection.subscribe([BOOK])
    connection.unsubscribe([BOOK])
    expect(sockets[0]?.sent).toEqual([])
    sockets[0]?.open()
    expect(events).toEqual(['connect'])
    connection.subscribe([])
    connection.subscribe([BOOK])
    connection.unsubscribe([BOOK])
    expect(sockets[0]?.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { op: 'subscribe', args: [BOOK] },
      { op: 'unsubscribe', args: [BOOK] },
    ])
  })

  it('reports the loss of an open connection, not of a failed try', async () => {
    const { clock, sockets, connection, events } = setUp()
    connection.start()
    sockets[0]?.drop()
    expect(events).toEqual([])
    await clock.advance(500)
    sockets[1]?.open()
    sockets[1]?.drop()
    expect(events).toEqual(['connect', 'disconnect'])
  })

  it('pings after five silent seconds, or at once on a hint (trading 6)', async () => {
    const { clock, sockets, connection, hints } = setUp()
    connection.start()
    sockets[0]?.open()
    await clock.advance(5_000)
    expect(sockets[0]?.sent).toEqual(['{"op":"ping"}'])
    sockets[0]?.deliver('{"op":"pong"}')
    hints.notify()
    expect(sockets[0]?.sent).toHaveLength(2)
    connection.dispose()
    expect([sockets[0]?.isClosed, clock.pendingTimers()]).toEqual([true, 0])
  })
})
