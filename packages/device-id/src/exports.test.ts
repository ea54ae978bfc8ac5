import { describe, expect, it } from 'vitest'
import * as index from './exports/index.ts'
import * as testing from './exports/testing.ts'

describe('the public face of @x/device-id', () => {
  it('exports the factory, the browser ports, the data and the error; D20 importing them touches nothing', () => {
    expect(Object.keys(index).sort()).toEqual([
      'DEVICE_TOKEN_COOKIE',
      'DEVICE_TOKEN_PATH',
      'DeviceIdError',
      'PROTECTED_ENDPOINTS',
      'collectFingerprint',
      'createDeviceId',
      'createScriptSdk',
      'isDeviceIdError',
      'tokenTable',
    ])
  })

  it('exports the fake service for tests', () => {
    expect(Object.keys(testing).sort()).toEqual(['createFakeTokenService', 'fakeToken'])
  })
})
