/** The gateway's sign error codes (spec section 8). */
export type SignVerdictCode = '00020' | '00021' | '00022' | '00023'

/** What the client does about a sign error. */
export interface VerdictReaction {
  /** Reset the configuration state; the next use initialises it again. */
  readonly reset: boolean
  /** Remove the cached configuration and fetch it again after the delay. */
  readonly refetch: boolean
  /**
   * Measure the server's clock again. Like `logOut` and `report` this is done by the request layer
   * or by a listener of the event.
   */
  readonly sampleClock: boolean
  readonly logOut: boolean
  readonly report: boolean
}

/** Reaction to each sign error code (spec section 8), with its clock (wire 7). */
export const VERDICT_REACTIONS: Readonly<Record<SignVerdictCode, VerdictReaction>> = {
  '00020': { reset: true, refetch: true, sampleClock: false, logOut: false, report: false },
  '00021': { reset: true, refetch: true, sampleClock: false, logOut: false, report: false },
  '00022': { reset: true, refetch: false, sampleClock: true, logOut: false, report: false },
  '00023': { reset: false, refetch: false, sampleClock: false, logOut: true, report: true },
}
