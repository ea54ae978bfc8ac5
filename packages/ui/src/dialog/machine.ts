export type DialogSize = 'small' | 'medium' | 'large' | 'extraLarge'

/** U2, spec section 9: pixels. */
export const DIALOG_WIDTHS: Readonly<Record<DialogSize, number>> = {
  small: 396,
  medium: 480,
  large: 640,
  extraLarge: 720,
}
