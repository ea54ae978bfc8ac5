import { createWireProfile, ENCRYPTED_ENDPOINTS, SENSITIVE_FIELDS } from '@x/gateway-sign'
import { ENCRYPTED_PATHS } from './encryptedPaths.ts'

/** The protocol as this gateway speaks it. */
export const WIRE_PROFILE = createWireProfile({
  login: {
    endpoints: {
      ...ENCRYPTED_ENDPOINTS,
      ...Object.fromEntries(ENCRYPTED_PATHS.map((tail) => [`/v1/${tail}`, SENSITIVE_FIELDS])),
    },
  },
})
