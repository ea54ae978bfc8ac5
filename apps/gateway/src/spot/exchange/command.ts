import type { Realm } from '../../server/route.ts'
import type { FeeRates } from '../../ledger/fee.ts'
import type { HouseRow } from './houseRows.ts'
import type { OrderTerms } from './order.ts'

/** Everything that changes the exchange's state. A command is plain JSON, holds all it needs (time, fees, prices seen), and is journalled as it is. */
export type ExchangeCommand =
  | OpenAccountsCommand
  | GrantCommand
  | PlaceCommand
  | CancelCommand
  | HouseFlowCommand
  | PaperOpenCommand
  | PaperPlaceCommand
  | PaperFillCommand
  | PaperResetCommand
  | PaperTopUpCommand

interface Timed {
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Asset -> atoms, as text. */
export type Funds = Readonly<Record<string, string>>

export interface OpenAccountsCommand extends Timed {
  readonly kind: 'open'
  readonly userId: string
}

/** Funds out of the issuance account; `key` makes it happen once. */
export interface GrantCommand extends Timed {
  readonly kind: 'grant'
  readonly realm: Realm
  readonly userId: string
  readonly key: string
  readonly funds: Funds
}

export interface OrderRequest extends Timed, OrderTerms, FeeRates {
  readonly userId: string
  readonly clientOid: string
  /** Digest of the order fields: the same key with another digest is refused. */
  readonly digest: string
}

export interface PlaceCommand extends OrderRequest {
  readonly kind: 'place'
}

export interface CancelCommand extends Timed {
  readonly kind: 'cancel'
  readonly orderId: number
}

export interface HouseFlowCommand extends Timed {
  readonly kind: 'house'
  readonly rows: readonly HouseRow[]
}

export interface PaperOpenCommand extends Timed {
  readonly kind: 'paperOpen'
  readonly userId: string
  readonly funds: Funds
}

/** The fill model has already decided, on the displayed book: a replay needs no book. */
export interface PaperPlaceCommand extends OrderRequest {
  readonly kind: 'paperPlace'
  readonly fills: readonly (readonly [ticks: number, lots: number])[]
  /** Best displayed prices at that moment, 0 for an empty side: the frictions' yardstick. */
  readonly bid: number
  readonly ask: number
  /** The rest goes into the book, behind this many displayed lots; otherwise it is cancelled. */
  readonly rests: boolean
  readonly queueAhead: number
}

export interface PaperFillCommand extends Timed {
  readonly kind: 'paperFill'
  readonly orderId: number
  readonly lots: number
}

export interface PaperResetCommand extends Timed {
  readonly kind: 'paperReset'
  readonly userId: string
  readonly funds: Funds
}

export interface PaperTopUpCommand extends Timed {
  readonly kind: 'paperTopUp'
  readonly userId: string
  readonly asset: string
  readonly atoms: string
  /** Days since the epoch, UTC: the cap counts per day. */
  readonly day: number
  /** Where the client named one: the same key tops up once. */
  readonly clientOid?: string
  readonly digest?: string
}
