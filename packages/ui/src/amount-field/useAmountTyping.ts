import { useEffect, useRef, type ClipboardEvent, type RefObject } from 'react'
import {
  type AmountState,
  type AmountStep,
  insertedAtOnce,
  type Insertion,
  insertAtOnce,
  type TextChange,
  typeText,
} from './amountText.ts'

/** Options of `useAmountTyping`. */
export interface AmountTypingOptions {
  readonly state: AmountState
  /** The text of the field: formatted, it differs from that of `state`. */
  readonly shown: string
  readonly rules: Parameters<typeof typeText>[2]
  readonly isReadOnly: boolean
  readonly onStep: (step: AmountStep) => void
  readonly onRefuse: (message: string) => void
}

/** Parses what is typed, pasted, dropped or composed in the field. */
export function useAmountTyping(
  input: RefObject<HTMLInputElement | null>,
  { state, shown, rules, isReadOnly, onStep, onRefuse }: AmountTypingOptions,
) {
  const lastChange = useSelectionBeforeChange(input)
  /** State and selection at the start of an input method's composition. */
  const composed = useRef<
    { readonly state: AmountState; readonly selection: TextChange['selection'] } | undefined
  >(undefined)
  const insert = (insertion: Insertion) => {
    const next = insertAtOnce(state, { ...insertion, rules })
    if ('refused' in next) return onRefuse(next.refused)
    onStep(next)
  }
  return {
    paste(event: ClipboardEvent<HTMLInputElement>) {
      event.preventDefault()
      if (isReadOnly) return
      const { selectionStart, selectionEnd } = event.currentTarget
      const { length } = state.shown
      insert({
        start: selectionStart ?? length,
        end: selectionEnd ?? length,
        insert: event.clipboardData.getData('text'),
      })
    },
    change(element: HTMLInputElement, { data = null, inputType = '' }: Partial<InputEvent>) {
      const { value: raw, selectionStart } = element
      const at = selectionStart ?? raw.length
      const base = state.shown
      const selection = lastChange.take(base)
      // The raw text contains group separators of the formatted amount, so all of it is new.
      const inserted =
        shown === base
          ? insertedAtOnce(base, { raw, caret: at, data })
          : { start: 0, end: base.length, insert: raw }
      // Undo restores a text that was parsed before.
      const insertion = inputType.startsWith('history') ? undefined : inserted
      if (insertion) insert(insertion)
      else onStep(typeText(state, { raw, caret: at, selection }, rules))
    },
    startComposition({ selectionStart: start, selectionEnd: end }: HTMLInputElement) {
      const selection = start === null || end === null ? undefined : { start, end }
      composed.current = { state, selection }
    },
    endComposition({ value: raw, selectionStart }: HTMLInputElement) {
      const { state: before, selection } = composed.current ?? { state, selection: undefined }
      composed.current = undefined
      onStep(typeText(before, { raw, caret: selectionStart ?? 0, selection }, rules))
    },
  }
}

/** Returns the selection before a change; the change event only has the one after it. */
function useSelectionBeforeChange(input: RefObject<HTMLInputElement | null>) {
  const last = useRef<
    { readonly start: number; readonly end: number; readonly text: string } | undefined
  >(undefined)
  useEffect(() => {
    const element = input.current
    const remember = (event: Event) => {
      const { selectionStart, selectionEnd, value } = element as HTMLInputElement
      const isDrop = (event as InputEvent).inputType === 'insertFromDrop'
      // A drop inserts at another position than the selection.
      last.current =
        isDrop || selectionStart === null || selectionEnd === null
          ? undefined
          : { start: selectionStart, end: selectionEnd, text: value }
    }
    element?.addEventListener('beforeinput', remember)
    return () => element?.removeEventListener('beforeinput', remember)
  }, [input])
  return {
    /** Returns the selection before the current change of `text`; `undefined` if unknown. */
    take(text: string): TextChange['selection'] {
      const found = last.current
      last.current = undefined
      return found?.text === text ? { start: found.start, end: found.end } : undefined
    },
  }
}
