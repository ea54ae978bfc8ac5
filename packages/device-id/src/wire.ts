/**
 * Path of the device token service, which responds with the token as plain text (spec section 7).
 */
export const DEVICE_TOKEN_PATH = '/v1/constantid/udid/c1'

/** The readable cookie with the token: seven days (spec section 9), at most 3,800 bytes. */
export const DEVICE_TOKEN_COOKIE = {
  name: 'dy_token',
  maxAgeSeconds: 604_800,
  maxBytes: 3800,
} as const
