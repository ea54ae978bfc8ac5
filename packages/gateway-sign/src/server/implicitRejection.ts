import { constants, createPublicKey, publicEncrypt, type KeyObject } from 'node:crypto'
import { GatewaySignError } from '../GatewaySignError.ts'

/**
 * Encrypts a block with a wrong padding header and expects the same output twice (wire 7).
 * @throws GatewaySignError NO_IMPLICIT_REJECTION when `decrypt` distinguishes wrong padding by an
 * error or by varying output.
 */
export function assertImplicitRejection(
  privateKey: KeyObject,
  decrypt: (wrapped: Buffer) => Buffer,
): void {
  const size = (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  const block = Buffer.alloc(size, 0xa5)
  block.set([0x00, 0x01], 0)
  const corrupted = publicEncrypt(
    { key: createPublicKey(privateKey), padding: constants.RSA_NO_PADDING },
    block,
  )
  try {
    if (decrypt(corrupted).equals(decrypt(corrupted))) return
  } catch (cause) {
    throw new GatewaySignError(
      'NO_IMPLICIT_REJECTION',
      'This runtime reports wrong PKCS#1 v1.5 padding; it must not decrypt log-ins. Use ' +
        'Node 22.22.2 or later.',
      { cause },
    )
  }
  throw new GatewaySignError(
    'NO_IMPLICIT_REJECTION',
    'This runtime answers wrong PKCS#1 v1.5 padding differently each time; it must not ' +
      'decrypt log-ins.',
  )
}
