/**
 * Features of the browser that no page of the gateway uses; passkeys are made and used by its own
 * pages.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
const OWN_FEATURES = ['publickey-credentials-get', 'publickey-credentials-create']

const PERMISSIONS = [
  ...UNUSED_FEATURES.map((name) => `${name}=()`),
  ...OWN_FEATURES.map((name) => `${name}=(self)`),
].join(', ')
const HSTS = 'max-age=63072000; includeSubDomains'

/** What an answer that is data may do as a document, should somebody open it as one: nothing. */
export const DATA_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** The headers of every answer: page, file, data or refusal (security design). */
export function securityHeaders({
  isHttps,
}: {
  isHttps: boolean
}): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    'x-frame-options': 'DENY',
    // A promise for two years: made only where the answer itself came over TLS.
    ...(isHttps ? { 'strict-transport-security': HSTS } : {}),
  }
}
