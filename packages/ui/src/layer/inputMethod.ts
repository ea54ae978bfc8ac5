/** What a key says of itself, React's events and the platform's. */
interface Key {
  readonly isComposing: boolean
  readonly keyCode: number
}

/**
 * U2, U8: whether a key belongs to an input method. Safari has ended the composition by the time it
 * tells of the Enter that took it or the Escape that dropped it: there `isComposing` is false, and
 * only 229, the number of a key that was taken, is left to know it by.
 */
export const isOfInputMethod = (key: Key): boolean => key.isComposing || key.keyCode === 229
