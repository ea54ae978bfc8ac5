import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import type { Quotes } from '@x/market/react'
import { useEffect, useState } from 'react'
import type { Side, SpotSymbol } from '../../data/spot/model.ts'
import type { TicketTerminal } from './TicketTerminal.ts'
import {
  changeSide,
  changeType,
  editAmount,
  editPrice,
  emptied,
  newDraft,
  onTick,
  type OrderDraft,
} from './orderDraft.ts'
import { type DraftField, isLimited } from '../order-terms/index.ts'
import type { Refusal } from './createOrderDoor.ts'

/** What the server said against the last submission, until the draft changes. */
export type DraftRefusals = Readonly<Partial<Record<DraftField | 'whole', string>>>

/** What was typed into fields and is no amount, as they say it themselves. */
type UnreadTexts = Readonly<Partial<Record<DraftField, string | undefined>>>
const DRAFT_FIELDS_IN_ORDER: readonly DraftField[] = [
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

const NONE: ReadonlySet<DraftField> = new Set()

const lastOf = ({ ticker }: Quotes) => ticker?.last
const nothing = () => undefined

export interface OrderDraftOptions {
  readonly spec: SpotSymbol
  readonly desk: Pick<TicketTerminal, 'prices' | 'written'>
  readonly initialSide: Side | undefined
  readonly quotes: Store<Quotes>
}

/**
 * The draft with what the user has left and what the server has refused; prices picked in the book
 * come in here.
 */
export function useOrderDraft({ spec, desk, initialSide, quotes }: OrderDraftOptions) {
  const [written] = useState(desk.written.getState)
  const [draft, setDraft] = useState<OrderDraft>(() =>
    written
      ? changeSide(written.draft, initialSide ?? written.draft.side)
      : newDraft(initialSide ?? 'buy'),
  )
  const [left, setLeft] = useState(NONE)
  const [refusals, setRefusals] = useState<DraftRefusals>({})
  const [unread, setUnread] = useState<UnreadTexts>({})
  const [isPriceGiven, setIsPriceGiven] = useState(written !== undefined)
  // Who stands in the empty field is about to type: a price that came then would stand before it,
  // and be part of it.
  const [isInPrice, setInPrice] = useState(false)
  const [takenPick, setTakenPick] = useState(written?.takenPick ?? 0)
  const [isWritten, setWritten] = useState(written !== undefined)
  const picked = useStore(desk.prices)
  const lastPrice = useStore<Quotes, string | undefined>(quotes, isPriceGiven ? nothing : lastOf)

  // Adjusted while rendering, as a derived state is: no paint shows the form without the price.
  if (picked && picked.count !== takenPick) {
    setTakenPick(picked.count)
    setIsPriceGiven(true)
    const sided = picked.side ? changeSide(draft, picked.side) : draft
    const priced = editPrice(
      isLimited(sided.type) ? sided : changeType(sided, 'limit'),
      onTick(picked.price, spec),
      spec,
    )
    setDraft(picked.size === undefined ? priced : editAmount(priced, picked.size))
    setRefusals({})
  } else if (!isPriceGiven && !isInPrice && lastPrice !== undefined) {
    // The first known price is a start to edit from; afterwards it is the user's.
    setIsPriceGiven(true)
    if (draft.price === '') setDraft(editPrice(draft, onTick(lastPrice, spec), spec))
  }

  // The last price alone, given to start from, is nobody's writing.
  useEffect(() => {
    if (isWritten || takenPick > 0) desk.written.setState({ draft, takenPick })
  }, [desk, draft, takenPick, isWritten])

  return {
    draft,
    left,
    refusals,
    edit(next: OrderDraft) {
      setDraft(next)
      setWritten(true)
      setRefusals({})
    },
    enter: (field: DraftField) => setInPrice(field === 'price'),
    /** An empty field has not been left: there is nothing in it to be judged. */
    leave(field: DraftField) {
      setInPrice(false)
      // Beside an amount it stays empty: left for the button, it would be sent at a price that came
      // with that press, unseen.
      if (isInPrice && lastPrice !== undefined && (draft.amount !== '' || draft.total !== ''))
        setIsPriceGiven(true)
      if (draft[field] !== '')
        setLeft((before) => (before.has(field) ? before : new Set([...before, field])))
    },
    /**
     * Why a text is no amount, of the first field that holds one: it stands in its field alone, and
     * without it another order would be sent.
     */
    unreadText: DRAFT_FIELDS_IN_ORDER.map((field) =>
      draft[field] === '' ? unread[field] : undefined,
    ).find((text) => text !== undefined),
    onUnread: (field: DraftField, message: string | undefined) =>
      setUnread((before) => ({ ...before, [field]: message })),
    refuse: (refusal: Refusal | undefined) =>
      setRefusals(refusal ? { [refusal.field ?? 'whole']: refusal.text } : {}),
    /**
     * After `placed` was accepted. What the trader has typed meanwhile is the next order's and
     * stays.
     */
    reset(placed: OrderDraft) {
      setDraft((current) => (current === placed ? emptied(current) : current))
      setLeft(NONE)
      setRefusals({})
    },
  }
}
