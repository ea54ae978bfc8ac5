import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import type { Quotes } from '@x/market/react'
import { useState } from 'react'
import type { Side, SpotSymbol } from '../../orders/model.ts'
import type { PriceDesk } from '../pickedPrice.ts'
import { changeSide, changeType, editAmount, editPrice, emptied, newDraft, onTick, type OrderDraft } from './orderDraft.ts'
import { type DraftField, isLimited } from './orderTypes.ts'
import type { Refusal } from './createOrderDoor.ts'

/** What the server said against the last submission, until the draft changes. */
export type DraftRefusals = Readonly<Partial<Record<DraftField | 'whole', string>>>

const NONE: ReadonlySet<DraftField> = new Set()

const lastOf = ({ ticker }: Quotes) => ticker?.last
const nothing = () => undefined

export interface OrderDraftOptions {
  readonly spec: SpotSymbol
  readonly prices: PriceDesk
  readonly initialSide: Side
  readonly quotes: Store<Quotes>
}

/** The draft with what the user has left and what the server has refused; prices picked in the book come in here. */
export function useOrderDraft({ spec, prices, initialSide, quotes }: OrderDraftOptions) {
  const [draft, setDraft] = useState<OrderDraft>(() => newDraft(initialSide))
  const [left, setLeft] = useState(NONE)
  const [refusals, setRefusals] = useState<DraftRefusals>({})
  const [isPriceGiven, setIsPriceGiven] = useState(false)
  const [takenPick, setTakenPick] = useState(0)
  const picked = useStore(prices)
  const lastPrice = useStore<Quotes, string | undefined>(quotes, isPriceGiven ? nothing : lastOf)

  // Adjusted while rendering, as a derived state is: no paint shows the form without the price.
  if (picked && picked.count !== takenPick) {
    setTakenPick(picked.count)
    setIsPriceGiven(true)
    const sided = picked.side ? changeSide(draft, picked.side) : draft
    const priced = editPrice(isLimited(sided.type) ? sided : changeType(sided, 'limit'), onTick(picked.price, spec), spec)
    setDraft(picked.size === undefined ? priced : editAmount(priced, picked.size))
    setRefusals({})
  } else if (!isPriceGiven && lastPrice !== undefined) {
    // The first known price is a start to edit from; afterwards it is the user's.
    setIsPriceGiven(true)
    if (draft.price === '') setDraft(editPrice(draft, onTick(lastPrice, spec), spec))
  }

  return {
    draft,
    left,
    refusals,
    edit(next: OrderDraft) {
      setDraft(next)
      setRefusals({})
    },
    /** An empty field has not been left: there is nothing in it to be judged. */
    leave(field: DraftField) {
      if (draft[field] !== '') setLeft((before) => (before.has(field) ? before : new Set([...before, field])))
    },
    refuse: ({ field, text }: Refusal) => setRefusals({ [field ?? 'whole']: text }),
    /** After `placed` was accepted. What the trader has typed meanwhile is the next order's and stays. */
    reset(placed: OrderDraft) {
      setDraft((current) => (current === placed ? emptied(current) : current))
      setLeft(NONE)
      setRefusals({})
    },
  }
}
