import { expect, it } from 'vitest'
import { DEVICE_TOKEN_COOKIE, DEVICE_TOKEN_PATH } from './wire.ts'

it('defines the path of the device token request (spec 7.6)', () => {
  expect(DEVICE_TOKEN_PATH).toBe('/v1/constantid/udid/c1')
})

it('defines the cookie name and its seven days (D13, spec 9.1)', () => {
  expect(DEVICE_TOKEN_COOKIE).toEqual({
    name: 'dy_token',
    maxAgeSeconds: 7 * 86_400,
    maxBytes: 3800,
  })
})
