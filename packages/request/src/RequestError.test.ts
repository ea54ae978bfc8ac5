import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  asRequestError,
  failure,
  isRequestError,
  RequestError,
  type RequestErrorKind,
} from './RequestError.ts'

const request = {
  method: 'POST',
  path: '/v1/user/login',
  stamp: { traceId: 'w17322385123450a1b2c3d4e5' },
}

describe('RequestError', () => {
  it('has nine kinds (Q6)', () => {
    expectTypeOf<RequestErrorKind>().toEqualTypeOf<
      | 'network'
      | 'timeout'
      | 'aborted'
      | 'http'
      | 'business'
      | 'gateway-sign'
      | 'session-expired'
      | 'serialisation'
      | 'config'
    >()
  })

  it("defaults to the message 'unknown error' (Q6)", () => {
    expect(new RequestError('business').message).toBe('unknown error')
    expect(new RequestError('business', { message: '' }).message).toBe('unknown error')
  })

  it('has trace id, method and path of its request (Q6)', () => {
    const error = failure(request, 'http', { status: 500 })
    expect(error).toMatchObject({
      kind: 'http',
      status: 500,
      traceId: 'w17322385123450a1b2c3d4e5',
      toasted: false,
      detail: { method: 'POST', path: '/v1/user/login' },
    })
  })

  it('keeps the data of a refused response', () => {
    expect(failure(request, 'business', { data: { field: 'price' } }).detail.data).toEqual({
      field: 'price',
    })
    expect('data' in failure(request, 'business', { data: null }).detail).toBe(false)
  })

  it('is recognised by name and kind across copies of the package', () => {
    const foreign = Object.assign(new Error('x'), { name: 'RequestError', kind: 'timeout' })
    expect(isRequestError(foreign)).toBe(true)
    expect(isRequestError(foreign, 'timeout')).toBe(true)
    expect(isRequestError(foreign, 'http')).toBe(false)
    expect(isRequestError(new Error('x'))).toBe(false)
    expect(isRequestError({ name: 'RequestError', kind: 'http' })).toBe(false)
    expect(isRequestError(undefined)).toBe(false)
  })
})

describe('asRequestError', () => {
  it('wraps another error with the given kind and cause', () => {
    const original = Object.assign(new Error('no key'), { code: 'NO_BOUND_KEY' })
    const error = asRequestError(original, request, 'gateway-sign')
    expect(error).toMatchObject({
      kind: 'gateway-sign',
      message: 'no key',
      code: 'NO_BOUND_KEY',
      cause: original,
      traceId: request.stamp.traceId,
    })
  })

  it('returns a RequestError with trace id unchanged', () => {
    const error = failure(request, 'timeout')
    expect(asRequestError(error, { ...request, stamp: { traceId: 'other' } }, 'config')).toBe(error)
  })

  it('adds the request to a RequestError without trace id', () => {
    const error = asRequestError(
      new RequestError('network', { message: 'Network Error', code: 'ERR_NETWORK' }),
      request,
      'config',
    )
    expect(error).toMatchObject({
      kind: 'network',
      message: 'Network Error',
      code: 'ERR_NETWORK',
      traceId: request.stamp.traceId,
    })
  })

  it.each([['a text'], [42], [null], [{ code: 7 }]])('wraps a thrown %o', (thrown) => {
    expect(asRequestError(thrown, request, 'config')).toMatchObject({
      kind: 'config',
      message: 'unknown error',
      code: undefined,
    })
  })
})
