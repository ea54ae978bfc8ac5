import type { BookView } from '@x/market'
import type { RequestClient } from '@x/request'
import type { AppDispatch } from '../../data/store/store.ts'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import type { PendingSubmission } from '../../data/submissions/pendingSubmissions.ts'
import type { PageServices } from '../../lib/services/servicesContext.ts'
import type { FundsChoice } from './fundsChoice.ts'
import type { PickedPrice } from './pickedPrice.ts'

/** The types of one product: spot, margin or futures. */
export interface TicketTypes {
  /** The symbol that is traded: names, tick, step and decimals, and what the product adds. */
  readonly spec: SpotSymbol
  /** The names of the fields that hold an amount. */
  readonly field: string
  readonly draft: { readonly side: Side }
  /** What the user can spend. */
  readonly available: object
  /** Why a field is refused: a code with its bounds, which the view translates. */
  readonly problem: object
  /** What the order would cost and bring. */
  readonly figures: object
  /** The request without its `clientOid`. */
  readonly terms: object
  /** What a placement answer says of the order. */
  readonly response: object
}

/** What the ticket needs of the market. */
export interface TicketQuotes {
  readonly book: BookView | undefined
  readonly ticker: { readonly last: string } | undefined
}

/** A positive amount and what it is counted in. */
export interface TicketSize {
  readonly amount: string
  readonly unit: 'base' | 'quote' | 'margin'
}

/** What happens to a draft apart from the user's edits. */
export type DraftChange<T extends TicketTypes> =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'picked'; readonly pick: PickedPrice; readonly spec: T['spec'] }
  | { readonly type: 'marketPrice'; readonly price: string; readonly spec: T['spec'] }
  | { readonly type: 'placed' }

/** What the market of the moment makes of a draft. */
export interface TicketVerdict<T extends TicketTypes> {
  /** What is wrong with fields that hold an amount, by field. */
  readonly problems: Readonly<Partial<Record<string, T['problem']>>>
  /** The first field that must still be filled in. */
  readonly missing: T['field'] | undefined
  readonly isReady: boolean
}

export interface FigureInput<T extends TicketTypes> {
  readonly draft: T['draft']
  readonly spec: T['spec']
  readonly book: BookView | undefined
  readonly vipLevel: number
  /** What the user can spend; `undefined` for guests and until it is known. */
  readonly available?: T['available'] | undefined
}

/** The rules of a product's drafts, of guests too: pure and without a view. */
export interface TicketRules<T extends TicketTypes> {
  /** In reading order. */
  readonly fields: readonly T['field'][]
  /** The field that picked prices and the first market price are written into. */
  readonly priceField: T['field']
  readonly noFigures: T['figures']
  newDraft(side: Side): T['draft']
  reduce(draft: T['draft'], change: DraftChange<T>): T['draft']
  /** What a field holds; `''` is empty. */
  textOf(draft: T['draft'], field: T['field']): string
  /** Whether a field holds a positive amount. */
  hasAmount(draft: T['draft'], field: T['field']): boolean
  /** The amounts that size the order, as they were written; `''`: none. */
  sizeText(draft: T['draft']): string
  /** The size that the order button names; `undefined` until there is one. */
  sizeOf(draft: T['draft']): TicketSize | undefined
  /** The fields that are left together with this one: two ways to enter one amount. */
  leftWith(draft: T['draft'], field: T['field']): readonly T['field'][]
  /** Fetches the estimates, with the first amount. */
  loadFigures(): Promise<(input: FigureInput<T>) => T['figures']>
}

/** What a confirmation needs to know of the submission. */
export interface ConfirmOptions<T extends TicketTypes> {
  readonly spec: T['spec']
  /** As it is on screen by now. */
  readonly book: () => BookView | undefined
  readonly figures: T['figures']
  /** What sends the order in the form sends it in the question too. */
  readonly submitText: string
  /** Whether ticket, user and realm are still those of the submission. */
  readonly isCurrent: () => boolean
  /** Aborted when the ticket is left: its dialog closes. */
  readonly signal: AbortSignal
}

export type ConfirmServices = Pick<
  PageServices,
  'catalog' | 'dialogs' | 'translate' | 'storage' | 'toasts'
>

/** An order that was placed, with the answer of the gateway. */
export interface Placed<T extends TicketTypes> {
  readonly draft: T['draft']
  readonly spec: T['spec']
  readonly response: T['response']
  /** It was sent before without a response: this answer is about both attempts. */
  readonly isRepeated: boolean
}

/** What reports a placed order: its text, and whether the order had an effect. */
export type ReportPlaced<T extends TicketTypes> = (
  placed: Placed<T>,
  context: {
    readonly services: PageServices
    readonly dispatch: AppDispatch
    /** Whether user and realm are still those of the order: it is reported to them only. */
    readonly isCurrent: () => boolean
  },
) => Promise<{ readonly text: string; readonly hasEffect: boolean }>

/** How a product judges and sends orders; one lazy chunk for signed-in users (docs/adr/web.md). */
export interface TicketTrading<T extends TicketTypes> {
  /** Where orders are posted. */
  readonly endpoint: string
  /** Error codes with which the gateway also decides about an earlier attempt. */
  readonly decided: readonly string[]
  check(
    draft: T['draft'],
    market: TicketQuotes & {
      readonly spec: T['spec']
      readonly available: T['available'] | undefined
    },
  ): TicketVerdict<T>
  toRequest(
    draft: T['draft'],
    context: {
      readonly spec: T['spec']
      readonly storage: { get(key: string): string | null }
      /** The account that is traded. */
      readonly funds: FundsChoice
    },
  ): T['terms']
  /** The field that a refusal is about; `undefined`: the whole order. */
  refusedField(
    draft: T['draft'],
    refusal: { readonly code: string | undefined; readonly named: string | undefined },
  ): T['field'] | undefined
  /** Fetches the confirmation dialog ahead of a submission. */
  prefetchConfirmation(services: ConfirmServices): Promise<unknown>
  /** Asks the user where the settings or the risk of the order require it. */
  confirm(
    services: ConfirmServices,
    draft: T['draft'],
    options: ConfirmOptions<T>,
  ): Promise<boolean>
  /** A thunk: whether the order lists show an order that had no answer. */
  hasArrived(
    pending: PendingSubmission & { readonly symbol: string; readonly side: Side },
  ): (
    dispatch: unknown,
    getState: unknown,
    ports: { readonly client: Pick<RequestClient, 'get'> },
  ) => Promise<boolean>
  /** What a refusal means to the user; default: the texts of the app. */
  errorText?(error: unknown, services: ConfirmServices): string
  /** Fetches what reports a placed order, before the order is sent. */
  loadReport(): Promise<ReportPlaced<T>>
}
