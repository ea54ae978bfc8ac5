import { RequestError } from '@x/request'
import { describe, expect, it } from 'vitest'
import { isOutcomeUnknown } from './isOutcomeUnknown.ts'

const failure = (
  kind: ConstructorParameters<typeof RequestError>[0],
  facts: { status?: number; code?: string; detail?: { data?: unknown } } = {},
) => new RequestError(kind, { message: 'x', traceId: 'w1', ...facts })

describe('what had no answer', () => {
  it.each([
    ['the network failed', failure('network')],
    ['it took too long', failure('timeout')],
    ['the answer could not be read', failure('serialisation', { status: 200 })],
    ['a proxy answered for the gateway', failure('http', { status: 502 })],
    ['the gateway timed out behind a proxy', failure('http', { status: 504 })],
    ['the gateway stopped in the middle', failure('business', { code: '00006' })],
    [
      'the gateway stopped and does not say whether before or after',
      failure('business', { code: '00006', detail: { data: { taken: true } } }),
    ],
    ['nobody knows what happened', new Error('?')],
  ])('keeps its clientOid when %s', (_why, error) => {
    expect(isOutcomeUnknown(error)).toBe(true)
  })

  it.each([
    [{ kind: 'timeout', traceId: 'w1' }, true],
    [{ kind: 'http', status: 502 }, true],
    [{ kind: 'business', code: '00006' }, true],
    [{ kind: 'business', code: '00006', data: { taken: false } }, false],
    [{ kind: 'business', code: '40201' }, false],
    // What the query library itself failed with.
    [{ name: 'TypeError', message: '?' }, true],
    [undefined, true],
  ])('reads the plain form of a failure too: %j', (error, isUnknown) => {
    expect(isOutcomeUnknown(error)).toBe(isUnknown)
  })

  it.each([
    ['the balance is short', failure('business', { code: '40201' })],
    ['the body was malformed', failure('http', { status: 400 })],
    [
      'the gateway refused it before it took it',
      failure('business', { code: '00006', detail: { data: { taken: false } } }),
    ],
    ['the signature was refused', failure('gateway-sign', { code: '00021' })],
  ])('is decided when %s', (_why, error) => {
    expect(isOutcomeUnknown(error)).toBe(false)
  })
})
