import type { ClipboardEvent, ReactNode } from 'react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../classNames.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import type { WidgetProps } from '../WidgetProps.ts'
import { directionOf, unsigned } from './direction.ts'
import styles from './number.module.css'

/** Props of `NumberText`. */
export interface NumberTextProps extends WidgetProps {
  /** The formatted number; `--` for none. */
  readonly children: ReactNode
  /**
   * Exact value: shown on hover, announced, and copied, if it differs from the formatted number.
   */
  readonly full?: string | undefined
  readonly unit?: ReactNode
  readonly tone?: 'up' | 'down' | 'muted' | 'warning' | undefined
}

/** A number in tabular digits, left to right in every language, never wrapped. */
export function NumberText({ children, full, unit, tone, id, className, style }: NumberTextProps) {
  const exact = full !== undefined && full !== children ? full : undefined
  return (
    <span
      id={id}
      className={classNames(styles['number'], className)}
      style={style}
      data-x-part="number"
      data-tone={tone}
      title={exact}
      dir="ltr"
      onCopy={exact === undefined ? undefined : (event) => copyExact(event, exact)}
    >
      {exact === undefined ? children : <ExactForReaders exact={exact}>{children}</ExactForReaders>}
      {unit ? <span className={styles['unit']}> {unit}</span> : null}
    </span>
  )
}

function ExactForReaders({
  exact,
  children,
}: {
  readonly exact: string
  readonly children: ReactNode
}) {
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </>
  )
}

/**
 * Copies the exact value instead of the shortened one, unless the selection extends beyond the
 * number.
 */
function copyExact(event: ClipboardEvent<HTMLElement>, exact: string) {
  const selection = event.currentTarget.ownerDocument.getSelection()
  const { anchorNode, focusNode } = selection ?? {}
  if (
    !anchorNode ||
    !focusNode ||
    !event.currentTarget.contains(anchorNode) ||
    !event.currentTarget.contains(focusNode)
  )
    return
  event.clipboardData.setData('text/plain', exact)
  event.preventDefault()
}

/** Props of `Change`. */
export interface ChangeProps extends WidgetProps {
  /** Exact signed value; it determines colour, sign and arrow. `null` shows the placeholder. */
  readonly value: string | null | undefined
  /** The formatted number, with or without a sign; default `value`. */
  readonly text?: string | undefined
  /** Sign or arrow beside the colour. Default `sign`. */
  readonly mark?: 'sign' | 'arrow' | 'both'
  readonly unit?: ReactNode
  /** Shown without a value; default `--`. */
  readonly placeholder?: string
}

/** A signed change in the colour of its direction. */
export function Change({
  value,
  text,
  mark = 'sign',
  unit,
  placeholder = '--',
  id,
  className,
  style,
}: ChangeProps) {
  const strings = useUiStrings()
  const direction = directionOf(value)
  if (direction === 'none') {
    return (
      <span
        id={id}
        className={classNames(styles['number'], className)}
        style={style}
        data-x-part="change"
        data-tone="muted"
      >
        {placeholder}
      </span>
    )
  }
  const tone = direction === 'flat' ? 'muted' : direction
  const sign = mark === 'arrow' || direction === 'flat' ? '' : direction === 'up' ? '+' : '-'
  const Arrow = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <span
      id={id}
      className={classNames(styles['number'], className)}
      style={style}
      data-x-part="change"
      data-tone={tone}
      dir="ltr"
    >
      {mark !== 'sign' && direction !== 'flat' ? (
        <Arrow className={styles['arrow']} strokeWidth={2} aria-hidden="true" />
      ) : null}
      {mark === 'arrow' && direction !== 'flat' ? (
        <VisuallyHidden>{direction === 'up' ? strings.up : strings.down} </VisuallyHidden>
      ) : null}
      {sign}
      {unsigned(text ?? value ?? '')}
      {unit ? <span className={styles['unit']}> {unit}</span> : null}
    </span>
  )
}
