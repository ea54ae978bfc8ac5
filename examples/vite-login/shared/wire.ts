import { createWireProfile } from '@x/gateway-sign'

/** What page and server agree on: the password of this path is encrypted. */
export const profile = createWireProfile({ login: { endpoints: { '/api/login': ['password'] } } })
