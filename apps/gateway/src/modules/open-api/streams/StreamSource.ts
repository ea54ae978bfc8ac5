/** What a stream sends; asked for as often as `everyMs` says. */
export interface StreamSource {
  readonly everyMs: number
  /** What is new since it was asked last. */
  next(): readonly object[]
  stop?(): void
}
