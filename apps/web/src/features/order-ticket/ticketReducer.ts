import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import { type DraftField, isLimited } from '../order-terms/index.ts'
import {
  amountOf,
  changeSide,
  changeType,
  editAmount,
  editPrice,
  emptied,
  newDraft,
  onTick,
  type OrderDraft,
  type SavedDraft,
} from './orderDraft.ts'
import type { PickedPrice } from './pickedPrice.ts'

/** Why an order was refused; `field` is undefined where the reason is about the whole order. */
export interface Refusal {
  readonly field: DraftField | undefined
  readonly text: string
  /** The client order id of an order whose outcome is unknown. */
  readonly pendingOid?: string
}

/** Refusals of the last submission by field, until the draft changes. */
export type DraftRefusals = Readonly<Partial<Record<DraftField | 'whole', string>>>

/** The draft of one order ticket and what the user has done in its fields. */
export interface TicketState {
  readonly draft: OrderDraft
  /** Fields that were left with a text in them: only these show their problems. */
  readonly touched: ReadonlySet<DraftField>
  readonly refusals: DraftRefusals
  /** Why the text of a field cannot be read as an amount; its draft value is empty then. */
  readonly unreadable: Readonly<Partial<Record<DraftField, string | undefined>>>
  /** Whether the price was set, by the user or by the first market price. */
  readonly hasPrice: boolean
  readonly isPriceFocused: boolean
  /** The `count` of the last picked price that was applied. */
  readonly takenPick: number
  readonly isEdited: boolean
}

export type TicketAction =
  | { readonly type: 'edited'; readonly draft: OrderDraft }
  | { readonly type: 'focused'; readonly field: DraftField }
  | { readonly type: 'left'; readonly field: DraftField; readonly lastPrice: string | undefined }
  | {
      readonly type: 'unreadable'
      readonly field: DraftField
      readonly message: string | undefined
    }
  | { readonly type: 'refused'; readonly refusal: Refusal | undefined }
  | { readonly type: 'placed'; readonly draft: OrderDraft }
  | { readonly type: 'picked'; readonly pick: PickedPrice; readonly spec: SpotSymbol }
  | { readonly type: 'marketPrice'; readonly price: string; readonly spec: SpotSymbol }

const NO_FIELDS: ReadonlySet<DraftField> = new Set()

/** A new ticket, or the one that was being written before its screen was replaced. */
export function newTicket({
  saved,
  side,
}: {
  readonly saved: SavedDraft | undefined
  readonly side: Side | undefined
}): TicketState {
  return {
    draft: saved ? changeSide(saved.draft, side ?? saved.draft.side) : newDraft(side ?? 'buy'),
    touched: NO_FIELDS,
    refusals: {},
    unreadable: {},
    hasPrice: saved !== undefined,
    isPriceFocused: false,
    takenPick: saved?.takenPick ?? 0,
    isEdited: saved !== undefined,
  }
}

export function ticketReducer(state: TicketState, action: TicketAction): TicketState {
  const { draft } = state
  switch (action.type) {
    case 'edited':
      return { ...state, draft: action.draft, isEdited: true, refusals: {} }
    case 'focused':
      return { ...state, isPriceFocused: action.field === 'price' }
    case 'left':
      return leaveField(state, action)
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
        draft: draft === action.draft ? emptied(draft) : draft,
        touched: NO_FIELDS,
        refusals: {},
      }
    case 'picked': {
      const { pick, spec } = action
      if (pick.count === state.takenPick) return state
      const sided = pick.side ? changeSide(draft, pick.side) : draft
      const limited = isLimited(sided.type) ? sided : changeType(sided, 'limit')
      const priced = editPrice(limited, onTick(pick.price, spec), spec)
      return {
        ...state,
        takenPick: pick.count,
        hasPrice: true,
        draft: pick.size === undefined ? priced : editAmount(priced, pick.size),
        refusals: {},
      }
    }
    case 'marketPrice': {
      // Not into a focused field: the user's digits would be appended to it.
      if (state.hasPrice || state.isPriceFocused) return state
      const price = onTick(action.price, action.spec)
      return {
        ...state,
        hasPrice: true,
        draft: draft.price === '' ? editPrice(draft, price, action.spec) : draft,
      }
    }
  }
}

function leaveField(
  state: TicketState,
  { field, lastPrice }: Extract<TicketAction, { readonly type: 'left' }>,
): TicketState {
  const { draft, touched } = state
  // Next to an amount an empty price stays empty: leaving the field by a press of the button must
  // not send the order at a price that the user has not seen.
  const keepsEmpty =
    state.isPriceFocused && lastPrice !== undefined && (draft.amount !== '' || draft.total !== '')
  return {
    ...state,
    isPriceFocused: false,
    hasPrice: state.hasPrice || keepsEmpty,
    touched: draft[field] === '' || touched.has(field) ? touched : new Set([...touched, field]),
  }
}

const FIELDS: readonly DraftField[] = [
  'price',
  'trigger',
  'stop',
  'rate',
  'amount',
  'total',
  'takeProfit',
  'takeProfitLimit',
  'stopLoss',
  'stopLossLimit',
]

/**
 * Why the first unreadable field is refused. An order must not be sent without a field that holds a
 * text.
 */
export const unreadableText = ({ draft, unreadable }: TicketState): string | undefined =>
  FIELDS.map((field) => (draft[field] === '' ? unreadable[field] : undefined)).find(
    (text) => text !== undefined,
  )

/** What a field shows below it: a refusal, else its problem once it was left. */
export function fieldError(
  { draft, touched, refusals }: TicketState,
  {
    field,
    problems,
  }: {
    readonly field: DraftField
    readonly problems: Readonly<Partial<Record<DraftField, string>>>
  },
): string | undefined {
  // Amount and total are two ways to enter one size: leaving one leaves both.
  const sizes: readonly DraftField[] = isLimited(draft.type) ? ['amount', 'total'] : []
  const wasLeft =
    touched.has(field) || (sizes.includes(field) && sizes.some((size) => touched.has(size)))
  return refusals[field] || (wasLeft && amountOf(draft[field]) ? problems[field] : undefined)
}
