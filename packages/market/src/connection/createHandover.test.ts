import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createHandover } from './createHandover.ts'

const OPEN = { status: 'open', attempt: 0 } as const
const CONNECTING = { status: 'connecting', attempt: 0 } as const
const WAITING = { status: 'waiting', attempt: 1 } as const

function setUp() {
  const clock = createManualClock()
  const events: string[] = []
  const handover = createHandover({
    clock,
    onConnect: () => events.push('connect'),
    onDisconnect: () => events.push('disconnect'),
  })
  return { clock, events, handover, status: () => handover.state.getState().status }
}

describe('createHandover', () => {
  it('stays open while another tab takes over, and connects anew', async () => {
    const { clock, events, handover, status } = setUp()
    handover.update(OPEN)
    handover.update(CONNECTING, { isNewLeader: true })
    await clock.advance(999)
    expect(status()).toBe('open')
    handover.update(OPEN)
    expect([events, clock.pendingTimers()]).toEqual([['connect', 'connect'], 0])
  })

  it('shows the loss of the connection after a second', async () => {
    const { clock, events, handover, status } = setUp()
    handover.update(OPEN)
    handover.begin()
    handover.update(CONNECTING)
    await clock.advance(1_000)
    expect([status(), events]).toEqual(['connecting', ['connect', 'disconnect']])
  })

  it('shows the loss of the same or a failed new socket immediately', () => {
    for (const [next, isNewLeader] of [
      [CONNECTING, false],
      [WAITING, false],
      [WAITING, true],
    ] as const) {
      const { events, handover, status } = setUp()
      handover.update(OPEN)
      handover.update(next, { isNewLeader })
      expect([status(), events]).toEqual([next.status, ['connect', 'disconnect']])
    }
  })

  it('reports a second connection for a new leader only', () => {
    const { events, handover } = setUp()
    handover.update(OPEN)
    handover.update(OPEN)
    expect(events).toEqual(['connect'])
    handover.update(OPEN, { isNewLeader: true })
    expect(events).toEqual(['connect', 'connect'])
  })

  it('resets without a report', async () => {
    const { clock, events, handover, status } = setUp()
    handover.update(OPEN)
    handover.begin()
    handover.reset()
    await clock.advance(2_000)
    expect([status(), events]).toEqual(['idle', ['connect']])
  })
})
