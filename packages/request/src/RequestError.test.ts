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

describe('the error of this package', () => {
  it('is one union of nine kinds (Q6)', () => {
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

  it("says 'unknown error' when nobody said more (Q6)", () => {
    expect(new RequestError('business').message).toBe('unknown error')
    expect(new RequestError('business', { message: '' }).message).toBe('unknown error')
  })

  it('carries the trace id, the method and the path of its request (Q6)', () => {
    const error = failure(request, 'http', { status: 500 })
    expect(error).toMatchObject({
      kind: 'http',
      status: 500,
      traceId: 'w17322385123450a1b2c3d4e5',
      toasted: false,
      detail: { method: 'POST', path: '/v1/user/login' },
    })
  })

  it("keeps the refusal's own data, and nothing where there is none", () => {
    expect(failure(request, 'business', { data: { field: 'price' } }).detail.data).toEqual({
      field: 'price',
    })
    expect('data' in failure(request, 'business', { data: null }).detail).toBe(false)
  })

  it('is recognised by name and kind, across copies of the package', () => {
    const foreign = Object.assign(new Error('x'), { name: 'RequestError', kind: 'timeout' })
    expect(isRequestError(foreign)).toBe(true)
    expect(isRequestError(foreign, 'timeout')).toBe(true)
    expect(isRequestError(foreign, 'http')).toBe(false)
    expect(isRequestError(new Error('x'))).toBe(false)
    expect(isRequestError({ name: 'RequestError', kind: 'http' })).toBe(false)
    expect(isRequestError(undefined)).toBe(false)
  })
})

describe('what others throw', () => {
  it('becomes an error of the kind at hand, the original its cause', () => {
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

  it('passes unchanged when it knows its request already', () => {
    const error = failure(request, 'timeout')
    expect(asRequestError(error, { ...request, stamp: { traceId: 'other' } }, 'config')).toBe(error)
  })

  it('keeps its kind and gains the request when it did not know it', () => {
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

  it.each([['a text'], [42], [null], [{ code: 7 }]])('survives %o being thrown', (thrown) => {
    expect(asRequestError(thrown, request, 'config')).toMatchObject({
      kind: 'config',
      message: 'unknown error',
      code: undefined,
    })
  })
})
