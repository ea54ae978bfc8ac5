import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDataCloneError, parseKeyRecord } from './keyRecord.ts'

const pem = { publicKey: 'k', algorithm: 'rsa1024', privateKeyPem: 'p' }

describe('client key pair in storage (spec 3.14)', () => {
  it('is read in both profiles', () => {
    const privateKey = { type: 'private' }
    expect(parseKeyRecord(pem)).toEqual(pem)
    expect(parseKeyRecord({ publicKey: 'k', algorithm: 'rsa2048', privateKey })).toEqual({
      publicKey: 'k',
      algorithm: 'rsa2048',
      privateKey,
    })
  })

  it('keeps the previous key and no unknown field', () => {
    expect(
      parseKeyRecord({ ...pem, previous: { ...pem, publicKey: 'earlier' }, extra: 1 }),
    ).toEqual({ ...pem, previous: { ...pem, publicKey: 'earlier' } })
    expect(parseKeyRecord({ ...pem, previous: 'broken' })).toEqual(pem)
  })

  it.each([
    undefined,
    null,
    'x',
    7,
    [],
    {},
    { ...pem, publicKey: 1 },
    { ...pem, publicKey: '' },
    { ...pem, algorithm: 'rsa4096' },
    { ...pem, privateKeyPem: undefined },
    { ...pem, privateKeyPem: 1 },
    { ...pem, privateKeyPem: undefined, privateKey: null },
  ])('is undefined for %j', (value) => {
    expect(parseKeyRecord(value)).toBeUndefined()
  })

  it('is a record or undefined for any value', () => {
    fc.assert(fc.property(fc.anything(), (value) => parseKeyRecord(value) === undefined))
  })
})

describe('DataCloneError (wire 8)', () => {
  it.each([
    ['itself', new DOMException('x', 'DataCloneError')],
    ['as a cause', new Error('x', { cause: new DOMException('x', 'DataCloneError') })],
    [
      'inside, as Dexie wraps it',
      Object.assign(new Error('x'), { inner: { name: 'DataCloneError' } }),
    ],
    [
      'two levels down',
      new Error('x', {
        cause: Object.assign(new Error('y'), { inner: { name: 'DataCloneError' } }),
      }),
    ],
  ])('is detected %s', (_, error) => {
    expect(isDataCloneError(error)).toBe(true)
  })

  it.each([
    new Error('x'),
    new DOMException('x', 'QuotaExceededError'),
    null,
    undefined,
    'DataCloneError',
  ])('is not %s', (error) => {
    expect(isDataCloneError(error)).toBe(false)
  })

  it('is not searched for in circular causes', () => {
    const error = new Error('x')
    error.cause = error
    expect(isDataCloneError(error)).toBe(false)
  })
})
