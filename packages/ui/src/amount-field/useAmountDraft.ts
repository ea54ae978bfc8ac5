import { useState, type RefObject } from 'react'
import { useFieldValue } from '../field/useFieldValue.ts'
import { type AmountState, amountOfState } from './amountText.ts'

interface Draft {
  readonly state: AmountState
  readonly over: string
}

/** Options of `useAmountDraft`. */
export interface AmountDraftOptions {
  readonly value: string | undefined
  readonly defaultValue: string
  readonly onChange: ((value: string) => void) | undefined
  readonly control: RefObject<HTMLInputElement | null>
}

/**
 * The amount of a field, controlled or not, and the draft: a text that is no amount yet and is
 * shown instead of the value, as long as the value has not changed since.
 */
export function useAmountDraft({ control, ...options }: AmountDraftOptions) {
  const [draft, setDraft] = useState<Draft | undefined>(undefined)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const discard = () => {
    setDraft(undefined)
    setRefusal(undefined)
  }
  const [value, emit] = useFieldValue({ ...options, control, onReset: discard })
  const draftState = draft?.over === value ? draft.state : undefined
  // The value was changed from outside: the draft must not come back.
  if (draft && draftState === undefined) {
    setDraft(undefined)
    setRefusal(undefined)
  }
  return {
    value,
    /** `undefined` without a draft. */
    draftState,
    refusal,
    refuse: setRefusal,
    emit,
    discard,
    /** Shows a text that is not parsed until the input method ends its composition. */
    hold: (state: AmountState) => setDraft({ state, over: value }),
    /** Takes a parsed text: its amount becomes the value, its refusal or alteration the draft. */
    apply(next: AmountState) {
      const isDraft = next.refused !== undefined || next.alteration !== undefined
      setDraft(isDraft ? { state: next, over: '' } : undefined)
      setRefusal(next.refused)
      const amount = amountOfState(next)
      if (amount !== value) emit(amount)
    },
  }
}
