import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import styles from './button.module.css'

/** Colour of a button by its purpose. */
export type ButtonVariant = 'primary' | 'neutral' | 'ghost' | 'danger' | 'buy' | 'sell'
/** Height of a button: mini 24, small 28, standard 32, large 40 px. */
export type ButtonSize = 'mini' | 'small' | 'standard' | 'large'

/**
 * Returns whether a button ignores presses. It may still be focusable, so that its reason can be
 * read.
 */
export function isBlocked({
  disabled,
  loading,
}: {
  readonly disabled: boolean
  readonly loading: boolean
}): boolean {
  return disabled || loading
}

/** Props of `Button`, besides those of `button`. */
export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** Default `neutral`. Use one `primary`, `buy` or `sell` button per view. */
  readonly variant?: ButtonVariant
  /** Default `standard`. */
  readonly size?: ButtonSize
  /** Shows a spinner, keeps the width and ignores presses. Default false. */
  readonly loading?: boolean
  /**
   * Why the button is disabled. The button then stays focusable and shows the reason on hover and
   * focus; screen readers announce it.
   */
  readonly disabledReason?: string | undefined
  readonly startIcon?: ReactNode
  readonly endIcon?: ReactNode
  /** Takes the full width. Default false. */
  readonly block?: boolean
}

/** A native button with variants, a loading state and a reason for being disabled. */
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
      // With a reason or while loading the button is not natively disabled, so that it keeps the
      // focus; a submit must be prevented here.
      onClick={(event) => (blocked ? event.preventDefault() : onClick?.(event))}
    >
      <span className={styles['content']} data-x-part="button-content">
        {startIcon}
        {children === undefined ? null : <span className={styles['label']}>{children}</span>}
        {endIcon}
      </span>
      {loading ? <Spinner /> : null}
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

function Spinner() {
  const strings = useUiStrings()
  return <span className={styles['spinner']} role="img" aria-label={strings.loading} />
}
