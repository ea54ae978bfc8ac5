import { describe, expect, it } from 'vitest'
import { DeviceIdError, isDeviceIdError } from './DeviceIdError.ts'

describe('DeviceIdError', () => {
  it('has code, message, cause and detail', () => {
    const cause = new Error('inner')
    const error = new DeviceIdError('missing-token', { cause, detail: { path: '/v1/user/login' } })
    expect([error.name, error.code, error.cause, error.detail, error.message]).toEqual([
      'DeviceIdError',
      'missing-token',
      cause,
      { path: '/v1/user/login' },
      'No device token: missing-token.',
    ])
    expect(new DeviceIdError('sdk-load').detail).toEqual({})
  })

  it('is recognised by name and code across copies of the package', () => {
    const foreign = Object.assign(new Error(''), { name: 'DeviceIdError', code: 'sdk-load' })
    expect([
      isDeviceIdError(foreign),
      isDeviceIdError(foreign, 'sdk-load'),
      isDeviceIdError(foreign, 'missing-token'),
    ]).toEqual([true, true, false])
    for (const value of [null, new Error(''), { name: 'DeviceIdError' }])
      expect(isDeviceIdError(value)).toBe(false)
  })
})
