export type SignVerdictCode = '00020' | '00021' | '00022' | '00023'

export interface VerdictReaction {
  /** Forget the initialised state; the next use initialises again. */
  readonly reset: boolean
  /** Drop the cached configuration and fetch it again after the delay. */
  readonly refetch: boolean
  /**
   * Measure the server's clock anew: like log-out and report a matter of the request layer, which
   * goes by the code, or of whoever hears the event.
   */
  readonly sampleClock: boolean
  readonly logOut: boolean
  readonly report: boolean
}

/** Spec section 8, "Gateway sign codes", with the clock of wire 7. */
export const VERDICT_REACTIONS: Readonly<Record<SignVerdictCode, VerdictReaction>> = {
  '00020': { reset: true, refetch: true, sampleClock: false, logOut: false, report: false },
  '00021': { reset: true, refetch: true, sampleClock: false, logOut: false, report: false },
  '00022': { reset: true, refetch: false, sampleClock: true, logOut: false, report: false },
  '00023': { reset: false, refetch: false, sampleClock: false, logOut: true, report: true },
}
