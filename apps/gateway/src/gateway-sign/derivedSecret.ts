import { hkdfSync } from 'node:crypto'
import type { ServerIdentity } from '@x/gateway-sign/server'

/** A secret for one purpose, the same on every node that has the same identity. */
export function derivedSecret(identity: Pick<ServerIdentity, 'serverPrivateKeyPem'>, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', identity.serverPrivateKeyPem, '', `x-gateway ${purpose}`, 32))
}
