import type { Store } from '@x/kit'
import type { useNumbers } from '@x/locale/react'
import type { ComponentType, RefObject } from 'react'
import type { Side } from '../../data/spot/model.ts'
import type { PendingOrders } from '../../data/submissions/createPendingOrders.ts'
import type { useMessages } from '../../lib/messages/messages.ts'
import type { OrderTicket, OrderTicketState } from './createOrderTicket.ts'
import type { createOrderSubmitter } from './submitOrder.ts'
import type { TicketQuotes, TicketRules, TicketTrading, TicketTypes } from './ticketProduct.ts'
import { fieldError } from './ticketReducer.ts'
import type { TicketTerminal } from './TicketTerminal.ts'

/** What the fields of an order ticket read and change. */
export interface TicketView<T extends TicketTypes> {
  readonly spec: T['spec']
  readonly draft: T['draft']
  readonly edit: (draft: T['draft']) => void
  /** The properties that every amount field of the ticket has. */
  readonly field: (name: T['field']) => TicketFieldProps
}

export interface TicketFieldProps {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly onRefuse: (message: string | undefined) => void
}

/** What a ticket calls its sides and its button. */
export interface SideTexts {
  readonly sides: Readonly<Record<Side, string>>
  /** `what` stands in the place of the coin: the size of an order with its coin. */
  readonly submit: (side: Side, what?: string) => string
}

/** What translates a verdict. */
export interface VerdictTexts {
  readonly t: ReturnType<typeof useMessages>
  readonly numbers: ReturnType<typeof useNumbers>
}

/** The lazy chunk of a product for signed-in users. */
export interface TradingModule<T extends TicketTypes> {
  readonly trading: TicketTrading<T>
  readonly createOrderSubmitter: typeof createOrderSubmitter<T>
  readonly problemText: (
    problem: T['problem'],
    context: VerdictTexts & Pick<TicketView<T>, 'spec' | 'draft'>,
  ) => string
  readonly missingText: (field: T['field'], context: Pick<VerdictTexts, 't'>) => string
}

export interface TicketFieldsProps<T extends TicketTypes> {
  readonly view: TicketView<T>
  readonly available: T['available'] | undefined
  readonly figures: T['figures']
  readonly isReady: boolean
  /** Whether a user is signed in: some lines are about an account. */
  readonly hasUser: boolean
  readonly form: RefObject<HTMLFormElement | null>
  readonly quotes: Store<TicketQuotes>
  readonly terminal: TicketTerminal<T['draft']>
}

/**
 * A product of the order ticket: spot, margin or futures. The ticket itself, its store and its
 * submission know only this.
 */
export interface TicketProduct<T extends TicketTypes> {
  readonly rules: TicketRules<T>
  readonly loadTrading: () => Promise<TradingModule<T>>
  /** Everything between the side and the button. */
  readonly Fields: ComponentType<TicketFieldsProps<T>>
  /** A hook: how sides and button are called; default: buy and sell. */
  readonly useSideTexts?: (spec: T['spec'], draft: T['draft']) => SideTexts
  /** A hook: the orders without an answer; default: those of spot. */
  readonly usePendingOrders?: () => PendingOrders
  /** What is said above the button of a draft that would trade at once. */
  readonly Note: ComponentType<{ readonly spec: T['spec']; readonly figures: T['figures'] }>
}

export interface OrderTicketProps<T extends TicketTypes> {
  readonly product: TicketProduct<T>
  readonly spec: T['spec']
  /** What the user can spend; `undefined` for guests and until it is known. */
  readonly available: T['available'] | undefined
  readonly terminal: TicketTerminal<T['draft']>
  readonly initialSide?: Side
  /** A form of one side alone: its side is its title. */
  readonly isSideFixed?: boolean
  readonly onPlaced?: () => void
}

export function ticketView<T extends TicketTypes>(
  ticket: OrderTicket<T>,
  {
    state,
    spec,
    rules,
    problems,
    lastPrice,
  }: {
    readonly state: OrderTicketState<T>
    readonly spec: T['spec']
    readonly rules: TicketRules<T>
    /** The problems of the verdict in the user's language, by field. */
    readonly problems: Readonly<Partial<Record<string, string>>>
    readonly lastPrice: () => string | undefined
  },
): TicketView<T> {
  const { dispatch } = ticket
  const { draft } = state
  return {
    spec,
    draft,
    edit: (next) => dispatch({ type: 'edited', draft: next }),
    field: (field) => ({
      name: field,
      value: rules.textOf(draft, field),
      error: fieldError(state, { field, problem: problems[field], rules }),
      onFocus: () => dispatch({ type: 'focused', field }),
      onBlur: () => dispatch({ type: 'left', field, lastPrice: lastPrice() }),
      onRefuse: (message) => dispatch({ type: 'unreadable', field, message }),
    }),
  }
}
