import { useRef, useState, type ChangeEvent, type CompositionEvent } from 'react'
import { acceptsLength, clipGraphemes } from './machine.ts'

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

/** U18: a text that stops at its limit. A composition may pass through longer intermediate text; it is judged when it ends. */
export function useLimitedText<E extends TextElement>({ value, defaultValue, limit, onChange, onCompositionStart, onCompositionEnd }: LimitedTextOptions<E>): LimitedText<E> {
  const [own, setOwn] = useState(defaultValue)
  const composing = useRef(false)
  const text = value ?? own
  const write = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  return {
    value: text,
    onChange(event) {
      const next = event.currentTarget.value
      if (composing.current || acceptsLength({ before: text, after: next, limit })) write(next)
    },
    onCompositionStart(event) {
      composing.current = true
      onCompositionStart?.(event)
    },
    onCompositionEnd(event) {
      composing.current = false
      const next = event.currentTarget.value
      if (limit !== undefined && !acceptsLength({ before: '', after: next, limit })) write(clipGraphemes(next, limit))
      onCompositionEnd?.(event)
    },
  }
}
