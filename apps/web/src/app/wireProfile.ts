import { GS1, SENSITIVE_FIELDS, type WireProfile } from '@x/gateway-sign'
import { ENCRYPTED_PATHS } from './encryptedPaths.ts'

/** The protocol as this gateway speaks it. */
export const WIRE_PROFILE: WireProfile = {
  ...GS1,
  login: {
    ...GS1.login,
    endpoints: {
      ...GS1.login.endpoints,
      ...Object.fromEntries(ENCRYPTED_PATHS.map((tail) => [`/v1/user/${tail}`, SENSITIVE_FIELDS])),
    },
  },
}
