import { createHash } from 'node:crypto'
import type { ReplayStore } from '@x/gateway-sign/server'

/** A replay set that holds something open: a file, a timer, a connection. */
export interface ClosableReplayStore extends ReplayStore {
  close(): void | Promise<void>
  /**
   * How full its space for claims that last longer than minutes is, 0 to 1; absent where the
   * space has no limit.
   */
  fill?(): number
  /**
   * Stamps before this moment are of a time that the store may have lost; absent: it has lost
   * nothing.
   */
  notBefore?(): number
  /** Whether claims can be made now; absent: always. */
  isReachable?(): boolean
}

/**
 * What shared stores keep instead of the claim itself: of one length, and without the user in it.
 */
export function claimDigest(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
