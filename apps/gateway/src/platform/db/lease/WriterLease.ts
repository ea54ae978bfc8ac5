import type { ProcessIdentity } from './processIdentity.ts'

/** The right to trade on a database, which one gateway at a time has. */
export interface WriterLease {
  /** Grows with each holder; the ledger takes settlements of the current one only. */
  readonly epoch: number
  /** Whether nobody else can hold it at this moment. */
  isHeld(): boolean
  /** It had run out, and was renewed before anybody else took it. */
  onRegained(listener: () => void): void
  /** Another gateway took it: this one must never trade again. */
  onLost(listener: (error: WriterLeaseError) => void): void
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
