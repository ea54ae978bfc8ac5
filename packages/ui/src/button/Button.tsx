import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import styles from './button.module.css'

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

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** Default `neutral`. One `primary`, `buy` or `sell` button a view. */
  readonly variant?: ButtonVariant
  /** mini 24, small 28, standard 32, large 40 px. Default `standard`. */
  readonly size?: ButtonSize
  /** Keeps the width, shows a spinner and ignores presses. */
  readonly loading?: boolean
  /**
   * Why the button cannot be pressed. The button then stays focusable and says so on hover, on
   * focus and to screen readers.
   */
  readonly disabledReason?: string | undefined
  readonly startIcon?: ReactNode
  readonly endIcon?: ReactNode
  /** Fills the line. */
  readonly block?: boolean
}

/** The platform's own button. While it loads it keeps its width and ignores presses. */
export function Button({
  variant = 'neutral',
  size = 'standard',
  loading = false,
  disabled = false,
  disabledReason,
  startIcon,
  endIcon,
  block = false,
  type = 'button',
  className,
  children,
  onClick,
  'aria-describedby': describedBy,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const strings = useUiStrings()
  const explained = disabled && Boolean(disabledReason)
  const blocked = isBlocked({ disabled, loading })
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the type is a prop with a safe default
      type={type}
      className={classNames(styles['button'], className)}
      data-x-part="button"
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
      data-loading={loading || undefined}
      data-icon-only={children === undefined || undefined}
      disabled={disabled && !explained}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      aria-describedby={classNames(describedBy, explained && reasonId) || undefined}
      onClick={(event) => {
        // An explained or busy button is not natively disabled, so that it keeps the focus; a
        // submit must be stopped by hand.
        if (blocked) return event.preventDefault()
        onClick?.(event)
      }}
    >
      <span className={styles['content']} data-x-part="button-content">
        {startIcon}
        {children === undefined ? null : <span className={styles['label']}>{children}</span>}
        {endIcon}
      </span>
      {loading ? (
        <span className={styles['spinner']} role="img" aria-label={strings.loading} />
      ) : null}
      {explained ? (
        <span
          id={reasonId}
          className={styles['reason']}
          aria-hidden="true"
          data-x-part="button-reason"
        >
          {disabledReason}
        </span>
      ) : null}
    </button>
  )
}
