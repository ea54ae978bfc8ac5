import { useRef, useState, type ChangeEvent, type CompositionEvent } from 'react'
import { fitText } from './graphemes.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

export interface LimitedTextOptions<E extends TextElement> {
  readonly value: string | undefined
  readonly defaultValue: string
  /** In graphemes. */
  readonly limit: number | undefined
  readonly onChange: ((value: string) => void) | undefined
  /** The caller's own, called after ours. */
  readonly onCompositionStart: ((event: CompositionEvent<E>) => void) | undefined
  readonly onCompositionEnd: ((event: CompositionEvent<E>) => void) | undefined
}

/** What an input or a text area takes. */
export interface LimitedText<E extends TextElement> {
  readonly value: string
  readonly onChange: (event: ChangeEvent<E>) => void
  readonly onCompositionStart: (event: CompositionEvent<E>) => void
  readonly onCompositionEnd: (event: CompositionEvent<E>) => void
}

/**
 * U18: a text that stops at its limit. A composition may pass through longer intermediate text;
 * what it ends with is shortened to what fits.
 */
export function useLimitedText<E extends TextElement>({
  value,
  defaultValue,
  limit,
  onChange,
  onCompositionStart,
  onCompositionEnd,
}: LimitedTextOptions<E>): LimitedText<E> {
  const [own, setOwn] = useState(defaultValue)
  /** What stood there when a composition began. */
  const begun = useRef<string>(undefined)
  const text = value ?? own
  const write = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  const take = (element: E, before: string) => {
    const { value: after, selectionStart } = element
    const fitted = fitText({ before, after, caret: selectionStart, limit })
    if (fitted.text !== after) {
      // Put here, so that the caret is not sent to the end when React draws the same text.
      element.value = fitted.text
      if (selectionStart !== null) element.setSelectionRange(fitted.caret, fitted.caret)
    }
    if (fitted.text !== text) write(fitted.text)
  }
  return {
    value: text,
    onChange(event) {
      if (begun.current === undefined) take(event.currentTarget, text)
      else write(event.currentTarget.value)
    },
    onCompositionStart(event) {
      begun.current = text
      onCompositionStart?.(event)
    },
    onCompositionEnd(event) {
      take(event.currentTarget, begun.current ?? text)
      begun.current = undefined
      onCompositionEnd?.(event)
    },
  }
}
