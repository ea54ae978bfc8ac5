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
  const reject = (path = '/v1/a') => {
    try {
      demand.reject(path)
    } catch (error) {
      return error
    }
  }
  return { events, cookie, demand, reject }
}

it('rejects every request and emits one event per session (wire 8)', () => {
  const { events, reject } = setUp()
  expect([reject('/v1/a'), reject('/v1/b'), reject('/v1/a')]).toEqual(
    Array.from({ length: 3 }, () => expect.objectContaining({ code: 'NO_BOUND_KEY' }) as Error),
  )
  expect(events).toEqual([{ type: 'login-required', path: '/v1/a' }])
})

it('emits another event for another session (wire 8)', () => {
  const { events, reject, cookie } = setUp()
  reject()
  cookie.token = 't2'
  reject()
  cookie.token = null
  reject()
  reject()
  expect(events).toHaveLength(3)
})

it('emits another event after a reset (wire 8)', () => {
  const { events, reject, demand } = setUp()
  reject()
  demand.reset()
  reject()
  expect(events).toHaveLength(2)
})
