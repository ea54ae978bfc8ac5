import type { SigningKey } from '../key/createKeyRing.ts'
import type { WireProfile } from '../wire.ts'
import type { Stamp } from './stamp.ts'
import { deviceCheckString } from './stringToSign.ts'

export interface DeviceCheckRequest extends Stamp {
  readonly path: string
  readonly body: Record<string, unknown>
}

export interface DeviceCheckOptions {
  readonly last: { readonly key: SigningKey; readonly newKeyId: string } | undefined
  readonly profile: WireProfile
}

/**
 * Adds `userCheckDeviceSign` and `lastAlgorithm`, signed by the user's last key (wire 5). Returns
 * the same body when this device has no key.
 */
export async function addDeviceCheck(
  { body, ...request }: DeviceCheckRequest,
  { last, profile }: DeviceCheckOptions,
): Promise<Record<string, unknown>> {
  if (!last) return body
  const { signature, lastAlgorithm } = profile.deviceCheck
  const text = deviceCheckString({ ...request, newKeyId: last.newKeyId }, profile)
  return { ...body, [signature]: await last.key.sign(text), [lastAlgorithm]: last.key.algorithm }
}
