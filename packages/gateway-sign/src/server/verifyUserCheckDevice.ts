import { deviceCheckString } from '../sign/stringToSign.ts'
import { stampFault } from '../sign/stamp.ts'
import { GS1, type WireProfile } from '../wire.ts'
import { type ClientKey } from './clientKey.ts'
import { importClientKey, verifySignature } from './serverKeys.ts'

/** A device check to verify. */
export interface UserCheckDevice {
  readonly path: string
  readonly tm: string
  readonly traceId: string
  /** The id of the key that replaces the last one; `''` if unchanged. */
  readonly newKeyId: string
  /** `userCheckDeviceSign` of the body. */
  readonly sign: string
  readonly lastKey: ClientKey
  readonly profile?: WireProfile
}

/** Whether the user's last key signed this request and, if named, the new key (wire 5). */
export function verifyUserCheckDevice({
  sign,
  lastKey,
  profile = GS1,
  ...check
}: UserCheckDevice): boolean {
  if (stampFault(check, profile)) return false
  const key = importClientKey(lastKey)
  return (
    key !== null &&
    verifySignature(key, { text: deviceCheckString(check, profile), signature: sign })
  )
}
