import { describe, expect, it } from 'vitest'
import * as index from './exports/index.ts'
import * as testing from './exports/testing.ts'

describe('exports of @x/device-id', () => {
  it('has these exports and no import side effects (D20)', () => {
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

  it('exports these names from ./testing', () => {
    expect(Object.keys(testing).sort()).toEqual(['createFakeTokenService', 'fakeToken'])
  })
})
