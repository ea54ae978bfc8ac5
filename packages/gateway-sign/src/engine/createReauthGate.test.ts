import { expect, it } from 'vitest'
import type { GatewaySignEvent } from '../events.ts'
import { createReauthGate } from './createReauthGate.ts'

function setUp() {
  const events: GatewaySignEvent[] = []
  const cookie = { token: 't1' as string | null }
  const demand = createReauthGate({
    session: () => cookie.token,
    emit: (event) => void events.push(event),
  })
  const refuse = (path = '/v1/a') => {
    try {
      demand.refuse(path)
    } catch (error) {
      return error
    }
  }
  return { events, cookie, demand, refuse }
}

it('rejects every request and emits one event per session (wire 8)', () => {
  const { events, refuse } = setUp()
  expect([refuse('/v1/a'), refuse('/v1/b'), refuse('/v1/a')]).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ code: 'NO_BOUND_KEY' }) as Error),
  )
  expect(events).toEqual([{ type: 'login-required', path: '/v1/a' }])
})

it('emits another event for another session (wire 8)', () => {
  const { events, refuse, cookie } = setUp()
  refuse()
  cookie.token = 't2'
  refuse()
  cookie.token = null
  refuse()
  refuse()
  expect(events).toHaveLength(3)
})

it('emits another event after a reset (wire 8)', () => {
  const { events, refuse, demand } = setUp()
  refuse()
  demand.settle()
  refuse()
  expect(events).toHaveLength(2)
})
