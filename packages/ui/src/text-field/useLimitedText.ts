import { useRef, type ChangeEvent, type CompositionEvent, type RefObject } from 'react'
import { useFieldValue } from '../field/useFieldValue.ts'
import { fitText } from './graphemes.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/** Options of `useLimitedText`. */
export interface LimitedTextOptions<E extends TextElement> {
  readonly control: RefObject<E | null>
  readonly value: string | undefined
  readonly defaultValue: string
  /** Graphemes. */
  readonly limit: number | undefined
  readonly onChange: ((value: string) => void) | undefined
  /** Handlers of the caller, called after the hook's own. */
  readonly onCompositionStart: ((event: CompositionEvent<E>) => void) | undefined
  readonly onCompositionEnd: ((event: CompositionEvent<E>) => void) | undefined
}

/** Props for an input or a text area. */
export interface LimitedText<E extends TextElement> {
  readonly value: string
  readonly onChange: (event: ChangeEvent<E>) => void
  readonly onCompositionStart: (event: CompositionEvent<E>) => void
  readonly onCompositionEnd: (event: CompositionEvent<E>) => void
}

/** Limits a text (U18). A composition may be longer meanwhile; its result is shortened. */
export function useLimitedText<E extends TextElement>({
  control,
  value,
  defaultValue,
  limit,
  onChange,
  onCompositionStart,
  onCompositionEnd,
}: LimitedTextOptions<E>): LimitedText<E> {
  /** Text at the start of a composition. */
  const textBefore = useRef<string>(undefined)
  const [text, write] = useFieldValue({ value, defaultValue, onChange, control })
  const applyEdit = (element: E, before: string) => {
    const { value: after, selectionStart } = element
    const fitted = fitText({ before, after, caret: selectionStart, limit })
    if (fitted.text !== after) {
      // Written here, so that React does not move the caret to the end.
      element.value = fitted.text
      if (selectionStart !== null) element.setSelectionRange(fitted.caret, fitted.caret)
    }
    if (fitted.text !== text) write(fitted.text)
  }
  return {
    value: text,
    onChange(event) {
      if (textBefore.current === undefined) applyEdit(event.currentTarget, text)
      else write(event.currentTarget.value)
    },
    onCompositionStart(event) {
      textBefore.current = text
      onCompositionStart?.(event)
    },
    onCompositionEnd(event) {
      applyEdit(event.currentTarget, textBefore.current ?? text)
      textBefore.current = undefined
      onCompositionEnd?.(event)
    },
  }
}
