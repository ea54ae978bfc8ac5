import { GatewaySignError } from '../GatewaySignError.ts'
import type { WireProfile } from '../wire.ts'

/** Time and trace id of one request attempt. */
export interface Stamp {
  /** Milliseconds since the epoch, 13 digits. */
  readonly tm: string
  readonly traceId: string
}

export type StampFault =
  | 'tm-missing'
  | 'tm-malformed'
  | 'trace-id-missing'
  | 'trace-id-malformed'
  | 'trace-id-time-differs'

/**
 * The fault of a stamp; `null` when both parts are well formed and contain the same time (wire 7).
 */
export function stampFault(
  stamp: { readonly tm: string | undefined; readonly traceId: string | undefined },
  profile: WireProfile,
): StampFault | null {
  if (!stamp.tm) return 'tm-missing'
  if (!profile.tmPattern.test(stamp.tm)) return 'tm-malformed'
  if (!stamp.traceId) return 'trace-id-missing'
  const match = profile.traceIdPattern.exec(stamp.traceId)
  if (!match) return 'trace-id-malformed'
  return match[1] === stamp.tm ? null : 'trace-id-time-differs'
}

/** @throws GatewaySignError INVALID_STAMP */
export function assertStamp(stamp: Stamp, profile: WireProfile): void {
  const fault = stampFault(stamp, profile)
  if (fault)
    throw new GatewaySignError(
      'INVALID_STAMP',
      'The request has no well-formed pair of tm and trace id.',
      { detail: { fault } },
    )
}

/** The part of `tm` that is signed. */
export function signedTime(tm: string, profile: WireProfile): string {
  return tm.slice(0, profile.timeLength)
}
