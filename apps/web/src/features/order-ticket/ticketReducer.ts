import type { Side } from '../../data/spot/model.ts'
import type { DraftChange, TicketRules, TicketTypes } from './ticketProduct.ts'

/** Why an order was refused; `field` is undefined where the reason is about the whole order. */
export interface Refusal {
  readonly field: string | undefined
  readonly text: string
  /** The client order id of an order whose outcome is unknown. */
  readonly pendingOid?: string
}

/** A draft on its terminal, and how many of the prices picked there have gone into it. */
export interface SavedDraft<Draft> {
  readonly draft: Draft
  readonly takenPick: number
}

/** The draft of one order ticket and what the user has done in its fields. */
export interface TicketState<T extends TicketTypes> {
  readonly draft: T['draft']
  /** Fields that were left with a text in them: only these show their problems. */
  readonly touched: ReadonlySet<T['field']>
  /** Refusals of the last submission by field or of the `whole` order, until the draft changes. */
  readonly refusals: Readonly<Partial<Record<string, string>>>
  /** Why the text of a field cannot be read as an amount; its draft value is empty then. */
  readonly unreadable: Readonly<Partial<Record<string, string | undefined>>>
  /** Whether the price was set, by the user or by the first market price. */
  readonly hasPrice: boolean
  readonly isPriceFocused: boolean
  /** The `count` of the last picked price that was applied. */
  readonly takenPick: number
  readonly isEdited: boolean
}

export type TicketAction<T extends TicketTypes> =
  | { readonly type: 'edited'; readonly draft: T['draft'] }
  | { readonly type: 'focused'; readonly field: T['field'] }
  | { readonly type: 'left'; readonly field: T['field']; readonly lastPrice: string | undefined }
  | {
      readonly type: 'unreadable'
      readonly field: T['field']
      readonly message: string | undefined
    }
  | { readonly type: 'refused'; readonly refusal: Refusal | undefined }
  | { readonly type: 'placed'; readonly draft: T['draft'] }
  | Extract<DraftChange<T>, { readonly type: 'picked' | 'marketPrice' }>

/** A new ticket, or the one that was being written before its screen was replaced. */
export function newTicket<T extends TicketTypes>(
  rules: TicketRules<T>,
  {
    saved,
    side,
  }: {
    readonly saved: SavedDraft<T['draft']> | undefined
    readonly side: Side | undefined
  },
): TicketState<T> {
  return {
    draft: saved
      ? rules.reduce(saved.draft, { type: 'side', side: side ?? saved.draft.side })
      : rules.newDraft(side ?? 'buy'),
    touched: new Set(),
    refusals: {},
    unreadable: {},
    hasPrice: saved !== undefined,
    isPriceFocused: false,
    takenPick: saved?.takenPick ?? 0,
    isEdited: saved !== undefined,
  }
}

/** Reduces the state of a ticket by the rules of its product. */
export function ticketReducer<T extends TicketTypes>(
  state: TicketState<T>,
  action: TicketAction<T>,
  rules: TicketRules<T>,
): TicketState<T> {
  const { draft } = state
  switch (action.type) {
    case 'edited':
      return { ...state, draft: action.draft, isEdited: true, refusals: {} }
    case 'focused':
      return { ...state, isPriceFocused: action.field === rules.priceField }
    case 'left':
      return leaveField(state, action, rules)
    case 'unreadable':
      return { ...state, unreadable: { ...state.unreadable, [action.field]: action.message } }
    case 'refused': {
      const { refusal } = action
      return {
        ...state,
        refusals: refusal ? { [refusal.field ?? 'whole']: refusal.text } : {},
      }
    }
    case 'placed':
      // A draft that was edited while its predecessor was sent belongs to the next order.
      return {
        ...state,
        draft: draft === action.draft ? rules.reduce(draft, { type: 'placed' }) : draft,
        touched: new Set(),
        refusals: {},
      }
    case 'picked':
      if (action.pick.count === state.takenPick) return state
      return {
        ...state,
        takenPick: action.pick.count,
        hasPrice: true,
        draft: rules.reduce(draft, action),
        refusals: {},
      }
    case 'marketPrice':
      // Not into a focused field: the user's digits would be appended to it.
      if (state.hasPrice || state.isPriceFocused) return state
      return {
        ...state,
        hasPrice: true,
        draft: rules.textOf(draft, rules.priceField) === '' ? rules.reduce(draft, action) : draft,
      }
  }
}

function leaveField<T extends TicketTypes>(
  state: TicketState<T>,
  { field, lastPrice }: Extract<TicketAction<T>, { readonly type: 'left' }>,
  rules: TicketRules<T>,
): TicketState<T> {
  const { draft, touched } = state
  // Next to an amount an empty price stays empty: leaving the field by a press of the button must
  // not send the order at a price that the user has not seen.
  const keepsEmpty = state.isPriceFocused && lastPrice !== undefined && rules.sizeText(draft) !== ''
  const isUnchanged = rules.textOf(draft, field) === '' || touched.has(field)
  return {
    ...state,
    isPriceFocused: false,
    hasPrice: state.hasPrice || keepsEmpty,
    touched: isUnchanged ? touched : new Set([...touched, field]),
  }
}

/**
 * Why the first unreadable field is refused. An order must not be sent without a field that holds a
 * text.
 */
export const unreadableText = <T extends TicketTypes>(
  { draft, unreadable }: Pick<TicketState<T>, 'draft' | 'unreadable'>,
  rules: TicketRules<T>,
): string | undefined =>
  rules.fields
    .map((field) => (rules.textOf(draft, field) === '' ? unreadable[field] : undefined))
    .find((text) => text !== undefined)

/** What a field shows below it: a refusal, else its problem once it was left. */
export function fieldError<T extends TicketTypes>(
  { draft, touched, refusals }: Pick<TicketState<T>, 'draft' | 'touched' | 'refusals'>,
  {
    field,
    problem,
    rules,
  }: {
    readonly field: T['field']
    /** What is wrong with the field. */
    readonly problem: string | undefined
    readonly rules: TicketRules<T>
  },
): string | undefined {
  const wasLeft = [field, ...rules.leftWith(draft, field)].some((each) => touched.has(each))
  return refusals[field] || (wasLeft && rules.hasAmount(draft, field) ? problem : undefined)
}
