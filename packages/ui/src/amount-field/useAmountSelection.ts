import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Options of `useAmountSelection`. */
export interface AmountSelectionOptions {
  readonly isEditing: boolean
  /** The text without the focus differs from the value. */
  readonly isFormatted: boolean
  /** The text of the field. */
  readonly shown: string
}

/**
 * Keeps caret and selection where the user expects them when the field's text is rewritten. Returns
 * a function that puts the caret at a position of the next text.
 */
export function useAmountSelection(
  input: RefObject<HTMLInputElement | null>,
  { isEditing, isFormatted, shown }: AmountSelectionOptions,
): (caret: number) => void {
  const caret = useRef<number | undefined>(undefined)
  const [edits, setEdits] = useState(0)

  // Replacing the formatted text by the plain one loses the selection. Select all again, so that
  // the next key replaces the text.
  useLayoutEffect(() => {
    const element = input.current
    if (isEditing && element && element.ownerDocument.activeElement === element && isFormatted)
      element.select()
    // Only on focus: while editing the selection belongs to the user.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isEditing])

  // React moves the caret to the end when the written value differs from the typed one. With the
  // compiler it may do so after this effect, because unchanged input properties are not part of the
  // commit. Write the text here, so that React has nothing to write.
  useLayoutEffect(() => {
    const element = input.current
    if (caret.current === undefined || !element || element.ownerDocument.activeElement !== element)
      return
    if (element.value !== shown) element.value = shown
    element.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [edits, shown, input])

  return (at) => {
    caret.current = at
    setEdits((count) => count + 1)
  }
}
