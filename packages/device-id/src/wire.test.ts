import { expect, it } from 'vitest'
import { DEVICE_TOKEN_COOKIE, DEVICE_TOKEN_PATH } from './wire.ts'

it('spec 7.6 names the call for the device token', () => {
  expect(DEVICE_TOKEN_PATH).toBe('/v1/constantid/udid/c1')
})

it('D13 spec 9.1 names the cookie and its seven days', () => {
  expect(DEVICE_TOKEN_COOKIE).toEqual({
    name: 'dy_token',
    maxAgeSeconds: 7 * 86_400,
    maxBytes: 3800,
  })
})
