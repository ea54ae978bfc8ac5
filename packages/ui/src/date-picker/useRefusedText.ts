import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Tells the form around an input that its text does not count, so that the form does not go with
 * what counted before.
 */
export function useRefusedText(refusal: string | undefined): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  // Before the next event: a press of the form's button leaves the field and sends the form at
  // once.
  useLayoutEffect(() => input.current?.setCustomValidity(refusal ?? ''), [refusal])
  return input
}
