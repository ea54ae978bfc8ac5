import { useRef, useState } from 'react'
import { acceptsLength, clipGraphemes } from './machine.ts'

export interface LimitedTextOptions {
  readonly value: string | undefined
  readonly defaultValue: string
  /** In graphemes. */
  readonly limit: number | undefined
  readonly onChange: ((value: string) => void) | undefined
}

export interface LimitedText {
  readonly text: string
  readonly edit: (next: string) => void
  readonly beginComposition: () => void
  readonly endComposition: (next: string) => void
}

/** U18: a text that stops at its limit. A composition may pass through longer intermediate text; it is judged when it ends. */
export function useLimitedText({ value, defaultValue, limit, onChange }: LimitedTextOptions): LimitedText {
  const [own, setOwn] = useState(defaultValue)
  const composing = useRef(false)
  const text = value ?? own
  const write = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  return {
    text,
    edit(next) {
      if (composing.current || acceptsLength({ before: text, after: next, limit })) write(next)
    },
    beginComposition() {
      composing.current = true
    },
    endComposition(next) {
      composing.current = false
      if (limit !== undefined && !acceptsLength({ before: '', after: next, limit })) write(clipGraphemes(next, limit))
    },
  }
}
