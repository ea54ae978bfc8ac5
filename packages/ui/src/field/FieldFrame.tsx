import { useId, type CSSProperties, type FocusEventHandler, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './field.module.css'

/** Height of a field: mini 24, small 28, standard 32, large 40 px. */
export type FieldSize = 'mini' | 'small' | 'standard' | 'large'

/** Props that all fields share. */
export interface FieldFrameProps {
  readonly label?: ReactNode
  /** At the end of the label's line, for instance a balance. */
  readonly labelEnd?: ReactNode
  readonly help?: ReactNode
  /**
   * Replaces the help, unless it is empty or `false`. Set it after the first blur; that is the
   * caller's form state.
   */
  readonly error?: ReactNode
  /** At the end of the help's line, for instance a counter. */
  readonly messageEnd?: ReactNode
  readonly className?: string | undefined
  readonly style?: CSSProperties | undefined
}

/** Ids of a field's elements. */
export interface FieldIds {
  readonly control: string
  readonly label: string
  readonly message: string
}

/** Returns the ids of a field; `id` is the control's. */
export function useFieldIds(id: string | undefined): FieldIds {
  const generated = useId()
  const control = id ?? generated
  return { control, label: `${control}-label`, message: `${control}-message` }
}

/** Returns `aria-describedby` of the control in a field. */
export function describedBy(
  ids: FieldIds,
  { help, error, messageEnd }: FieldFrameProps,
  more?: string,
): string | undefined {
  return classNames(more, Boolean(error || help || messageEnd) && ids.message) || undefined
}

/**
 * Layout of a field: label above, help below, the error instead of the help. Without a message
 * there is no message line.
 */
export function FieldFrame({
  label,
  labelEnd,
  help,
  error,
  messageEnd,
  className,
  style,
  onFocus,
  onBlur,
  ids,
  labelAs = 'label',
  children,
}: FieldFrameProps & {
  readonly ids: FieldIds
  /** Of `useFocusWithin`. */
  readonly onFocus?: FocusEventHandler<HTMLElement>
  readonly onBlur?: FocusEventHandler<HTMLElement>
  readonly labelAs?: 'label' | 'span'
  readonly children: ReactNode
}) {
  const message = error || help
  return (
    <div
      className={classNames(styles['field'], className)}
      style={style}
      data-x-part="field"
      data-invalid={error ? true : undefined}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {label || labelEnd ? (
        <div className={styles['labelLine']}>
          <FieldLabel ids={ids} as={labelAs} text={label} />
          {labelEnd ? <span className={styles['labelEnd']}>{labelEnd}</span> : null}
        </div>
      ) : null}
      {children}
      {message || messageEnd ? (
        <div className={styles['messageLine']} id={ids.message}>
          <span
            className={styles['message']}
            data-x-part={error ? 'error' : 'help'}
            role={error ? 'alert' : undefined}
          >
            {message}
          </span>
          {messageEnd ? <span className={styles['messageEnd']}>{messageEnd}</span> : null}
        </div>
      ) : null}
    </div>
  )
}

interface FieldLabelProps {
  readonly ids: FieldIds
  readonly as: 'label' | 'span'
  readonly text: ReactNode
}

function FieldLabel({ ids, as, text }: FieldLabelProps) {
  if (!text) return null
  const shared = { className: styles['label'], id: ids.label, 'data-x-part': 'label' }
  if (as === 'span') return <span {...shared}>{text}</span>
  return (
    <label {...shared} htmlFor={ids.control}>
      {text}
    </label>
  )
}
