import type { BookSide } from './command.ts'

export const TRADE = 1
export const RESTED = 2
export const CANCELLED = 3
export const REJECTED = 4
/** A resting order was made smaller in its place; the lots are those it lost. */
export const REDUCED = 5
/**
 * An arriving reduce-only order lost these lots before it met the book, which they never entered.
 */
export const CUT = 6

export const cancelReasons = [
  'requested',
  'self_trade',
  'unfilled',
  'amended',
  'reduce_only',
] as const
export type CancelReason = (typeof cancelReasons)[number]

export const rejectReasons = [
  'would_cross',
  'not_fillable',
  'unknown_order',
  'invalid',
  'reduce_only',
] as const
export type RejectReason = (typeof rejectReasons)[number]

const BY_POSITION = cancelReasons.indexOf('reduce_only')

/**
 * Events as objects, for everyone but the hot path. `side` is the resting order's: the level that
 * changed.
 */
export type EngineEvent =
  | {
      readonly seq: number
      readonly kind: 'trade'
      readonly makerId: number
      readonly takerId: number
      readonly side: BookSide
      readonly ticks: number
      readonly lots: number
    }
  | {
      readonly seq: number
      readonly kind: 'rested'
      readonly orderId: number
      readonly side: BookSide
      readonly ticks: number
      readonly lots: number
    }
  | {
      readonly seq: number
      readonly kind: 'cancelled'
      readonly orderId: number
      readonly side: BookSide
      readonly ticks: number
      readonly lots: number
      readonly reason: CancelReason
    }
  | {
      readonly seq: number
      readonly kind: 'reduced'
      readonly orderId: number
      readonly side: BookSide
      readonly ticks: number
      readonly lots: number
      readonly reason?: 'reduce_only'
    }
  | {
      readonly seq: number
      readonly kind: 'cut'
      readonly orderId: number
      readonly side: BookSide
      readonly ticks: number
      readonly lots: number
      readonly reason: 'reduce_only'
    }
  | {
      readonly seq: number
      readonly kind: 'rejected'
      readonly orderId: number
      readonly reason: RejectReason
    }

/**
 * The events of one command, in columns: written millions of times a second without an allocation.
 * Valid until the next command.
 */
export class EventBuffer {
  /** Sequence number of the first event; the following ones count up. */
  firstSeq = 1
  length = 0
  kind = new Uint8Array(64)
  side = new Uint8Array(64)
  reason = new Uint8Array(64)
  orderId = new Float64Array(64)
  takerId = new Float64Array(64)
  ticks = new Int32Array(64)
  lots = new Float64Array(64)

  clear(): void {
    this.firstSeq += this.length
    this.length = 0
  }

  trade(makerId: number, takerId: number, side: BookSide, ticks: number, lots: number): void {
    const at = this.#next(TRADE, makerId, side, ticks, lots)
    this.takerId[at] = takerId
  }

  rested(orderId: number, side: BookSide, ticks: number, lots: number): void {
    this.#next(RESTED, orderId, side, ticks, lots)
  }

  cancelled(
    orderId: number,
    side: BookSide,
    ticks: number,
    lots: number,
    reason: CancelReason,
  ): void {
    const at = this.#next(CANCELLED, orderId, side, ticks, lots)
    this.reason[at] = cancelReasons.indexOf(reason)
  }

  /** `reduce_only`: its account's position shrank; otherwise the trader amended it. */
  reduced(
    orderId: number,
    side: BookSide,
    ticks: number,
    lots: number,
    reason: 'amended' | 'reduce_only',
  ): void {
    const at = this.#next(REDUCED, orderId, side, ticks, lots)
    this.reason[at] = cancelReasons.indexOf(reason)
  }

  cut(orderId: number, side: BookSide, ticks: number, lots: number): void {
    const at = this.#next(CUT, orderId, side, ticks, lots)
    this.reason[at] = BY_POSITION
  }

  rejected(orderId: number, reason: RejectReason): void {
    const at = this.#next(REJECTED, orderId, 0, 0, 0)
    this.reason[at] = rejectReasons.indexOf(reason)
  }

  #next(kind: number, orderId: number, side: BookSide, ticks: number, lots: number): number {
    const at = this.length++
    if (at === this.kind.length) this.#grow()
    this.kind[at] = kind
    this.side[at] = side
    this.orderId[at] = orderId
    this.ticks[at] = ticks
    this.lots[at] = lots
    return at
  }

  #grow(): void {
    const size = this.kind.length * 2
    this.kind = enlarged(this.kind, new Uint8Array(size))
    this.side = enlarged(this.side, new Uint8Array(size))
    this.reason = enlarged(this.reason, new Uint8Array(size))
    this.orderId = enlarged(this.orderId, new Float64Array(size))
    this.takerId = enlarged(this.takerId, new Float64Array(size))
    this.ticks = enlarged(this.ticks, new Int32Array(size))
    this.lots = enlarged(this.lots, new Float64Array(size))
  }
}

export function enlarged<T extends Uint8Array | Int32Array | Float64Array>(from: T, into: T): T {
  into.set(from)
  return into
}

export function toEvents(buffer: EventBuffer): EngineEvent[] {
  return Array.from({ length: buffer.length }, (_, at) => eventAt(buffer, at))
}

function eventAt(buffer: EventBuffer, at: number): EngineEvent {
  const seq = buffer.firstSeq + at
  const orderId = buffer.orderId[at]!
  const where = {
    side: buffer.side[at]! as BookSide,
    ticks: buffer.ticks[at]!,
    lots: buffer.lots[at]!,
  }
  switch (buffer.kind[at]) {
    case TRADE:
      return { seq, kind: 'trade', makerId: orderId, takerId: buffer.takerId[at]!, ...where }
    case RESTED:
      return { seq, kind: 'rested', orderId, ...where }
    case REDUCED:
      return {
        seq,
        kind: 'reduced',
        orderId,
        ...where,
        ...(buffer.reason[at] === BY_POSITION ? { reason: 'reduce_only' } : {}),
      }
    case CUT:
      return { seq, kind: 'cut', orderId, ...where, reason: 'reduce_only' }
    case CANCELLED:
      return {
        seq,
        kind: 'cancelled',
        orderId,
        ...where,
        reason: cancelReasons[buffer.reason[at]!]!,
      }
    default:
      return { seq, kind: 'rejected', orderId, reason: rejectReasons[buffer.reason[at]!]! }
  }
}
