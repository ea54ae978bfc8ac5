import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { isSessionOver } from './sessionVerdict.ts'

describe('row 0: what ends a session (wire 7)', () => {
  it.each([
    ['20906', new RequestError('session-expired', { code: '20906' })],
    ['20205', new RequestError('session-expired', { code: '20205' })],
    ['401', new RequestError('business', { code: '401' })],
    ['a signature that is refused', new RequestError('gateway-sign', { code: '00023' })],
    ['a key that is missing', new RequestError('gateway-sign', { code: 'NO_BOUND_KEY' })],
  ])('%s does', (_, error) => expect(isSessionOver(error)).toBe(true))

  it.each([
    ['a network that is down', new RequestError('network')],
    ['a timeout', new RequestError('timeout')],
    ['HTTP 503', new RequestError('http', { status: 503 })],
    ['HTTP 401 of some proxy', new RequestError('http', { status: 401, code: '401' })],
    ['an answer that cannot be read', new RequestError('serialisation')],
    ['an outdated sign configuration', new RequestError('gateway-sign', { code: '00020' })],
    ['a clock that is off', new RequestError('gateway-sign', { code: '00022' })],
    ['another realm', new RequestError('business', { code: '40901' })],
    ['a fault of our own', new TypeError('x')],
  ])('%s does not', (_, error) => expect(isSessionOver(error)).toBe(false))
})
