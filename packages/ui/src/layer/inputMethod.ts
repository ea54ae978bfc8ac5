/** Key event of React or the DOM. */
interface Key {
  readonly isComposing: boolean
  readonly keyCode: number
}

/**
 * Returns whether a key belongs to an input method (U2, U8). Safari ends the composition before it
 * dispatches the Enter or Escape, with `isComposing` false; only `keyCode` 229 identifies such a
 * key.
 */
export const isInputMethodKey = (key: Key): boolean => key.isComposing || key.keyCode === 229
