export type MarketErrorCode =
  | 'tape-format'
  | 'tape-unreadable'
  | 'tape-symbol'
  | 'source-unknown'
  | 'speed-too-high'

/** A market source that cannot be used; the message is for the operator. */
export class MarketError extends Error {
  readonly code: MarketErrorCode
  constructor(code: MarketErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'MarketError'
    this.code = code
  }
}
