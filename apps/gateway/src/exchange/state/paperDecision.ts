/** What the fill model decided on the displayed book: a replay needs no book. */
export interface PaperDecision {
  readonly fills: readonly (readonly [ticks: number, lots: number])[]
  /** Best displayed prices at that moment, 0 for an empty side: the execution costs' yardstick. */
  readonly bid: number
  readonly ask: number
  /** The rest goes into the book, behind this many displayed lots; otherwise it is cancelled. */
  readonly rests: boolean
  readonly queueAhead: number
  /**
   * The whole size trades at once, or of the budget no further lot can be paid. Absent in journals
   * from before: a budget that traded at all counts as filled.
   */
  readonly complete?: boolean
  /** How long the order travelled, and the best price opposite when it was sent. */
  readonly latency?: { readonly ms: number; readonly best: number }
}
