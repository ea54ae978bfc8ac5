import { useLayoutEffect, type RefObject } from 'react'

/**
 * Marks an input as invalid while its text is refused, so that the form is not submitted with the
 * previous value.
 */
export function useRefusedText(
  input: RefObject<HTMLInputElement | null>,
  refusal: string | undefined,
): void {
  // In a layout effect: a press on the submit button blurs the field and submits in the same event.
  useLayoutEffect(() => input.current?.setCustomValidity(refusal ?? ''), [input, refusal])
}
