import { GS1, SENSITIVE_FIELDS, type WireProfile } from '@x/gateway-sign'

/**
 * Settings that take a step-up token or name a QR code, and the log-ins that only the list of
 * device tokens names: this gateway reads them encrypted too, over the list of spec section 7.
 */
const OWN_ENCRYPTED = [
  'auth/login',
  'qr/decide',
  'qr/scan',
  'security/fido2/create',
  'security/fido2/remove',
  'security/secondFactor',
  'security/third/bind',
  'security/third/unbind',
  'sub-account/create',
  'third/oauth/check',
  'third/oauth/register',
  'third/oauth/sign',
]

/** The protocol as this gateway speaks it. */
export const WIRE_PROFILE: WireProfile = {
  ...GS1,
  login: {
    ...GS1.login,
    endpoints: {
      ...GS1.login.endpoints,
      ...Object.fromEntries(OWN_ENCRYPTED.map((tail) => [`/v1/user/${tail}`, SENSITIVE_FIELDS])),
    },
  },
}
