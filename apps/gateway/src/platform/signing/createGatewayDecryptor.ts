import { createDecryptor, type Decryptor, type WireProfile } from '@x/gateway-sign/server'
import type { Clock } from '@x/kit'
import type { GatewayIdentity } from './derivedSecret.ts'

export interface GatewayDecryptorOptions {
  readonly identity: GatewayIdentity
  readonly clock: Pick<Clock, 'now'>
  readonly profile: WireProfile
}

/**
 * Opens what is encrypted to the server key, and for some days after a rotation what is encrypted
 * to the one before it: a page that stands open has that one. Both reject implicitly, so that a
 * wrong body is refused alike by the two.
 */
export function createGatewayDecryptor({
  identity,
  clock,
  profile,
}: GatewayDecryptorOptions): Decryptor {
  const current = createDecryptor({ privateKeyPem: identity.serverPrivateKeyPem, profile })
  const { previousServerKey } = identity
  if (!previousServerKey) return current
  const previous = createDecryptor({ privateKeyPem: previousServerKey.privateKeyPem, profile })
  return {
    decrypt(request) {
      const opened = current.decrypt(request)
      return opened.ok || clock.now() >= previousServerKey.until
        ? opened
        : previous.decrypt(request)
    },
    selfTest() {
      current.selfTest()
      previous.selfTest()
    },
  }
}
