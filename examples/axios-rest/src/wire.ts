import { createWireProfile } from '@x/gateway-sign'

/** What both sides agree on: the password of this path is encrypted. */
export const profile = createWireProfile({ login: { endpoints: { '/login': ['password'] } } })
