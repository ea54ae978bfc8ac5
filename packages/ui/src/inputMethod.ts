/** What a key says of itself, React's events and the platform's. */
interface Key {
  readonly isComposing: boolean
  readonly keyCode: number
}

/** `keyCode` of a key that an input method has taken. */
const TAKEN = 229

/**
 * U2, U8: whether a key belongs to an input method. Safari has ended the composition by the time it tells of the Enter that took it or the
 * Escape that dropped it: there `isComposing` is false, and only the number is left to know it by.
 */
export const isOfInputMethod = ({ isComposing, keyCode }: Key): boolean => isComposing || keyCode === TAKEN
