export type ButtonVariant = 'primary' | 'neutral' | 'ghost' | 'danger' | 'buy' | 'sell'
export type ButtonSize = 'mini' | 'small' | 'standard' | 'large'

/** A blocked button ignores presses but may keep the focus, so that its reason can be read. */
export function isBlocked({
  disabled,
  loading,
}: {
  readonly disabled: boolean
  readonly loading: boolean
}): boolean {
  return disabled || loading
}
