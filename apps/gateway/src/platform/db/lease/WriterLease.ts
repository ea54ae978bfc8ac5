import type { TradingLease } from '../../../exchange/ports/TradingLease.ts'
import type { ProcessIdentity } from './processIdentity.ts'

/** The lease as the platform keeps it. */
export interface WriterLease extends TradingLease {
  /** Lets the next gateway start at once. */
  release(): Promise<void>
}

export interface LeaseHolder extends ProcessIdentity {
  readonly since: string
}

/** Another gateway holds the lease, or has taken it. */
export class WriterLeaseError extends Error {
  override readonly name = 'WriterLeaseError'
}

export const describeHolder = ({
  host,
  pid,
  since,
}: Pick<LeaseHolder, 'host' | 'pid' | 'since'>): string =>
  `process ${pid} on ${host}, since ${since}`
