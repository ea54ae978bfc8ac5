import { useId, type ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import styles from './field.module.css'

export type FieldSize = 'mini' | 'small' | 'standard' | 'large'

export interface FieldFrameProps {
  readonly label?: ReactNode
  /** At the end of the label's line: a balance, a link. */
  readonly labelEnd?: ReactNode
  readonly help?: ReactNode
  /** Replaces the help. Show nothing before the first blur: that is the caller's form state. */
  readonly error?: ReactNode
  /** At the end of the help's line, for instance a counter. */
  readonly messageEnd?: ReactNode
  readonly className?: string | undefined
}

export interface FieldIds {
  readonly control: string
  readonly label: string
  readonly message: string
}

export function useFieldIds(id: string | undefined): FieldIds {
  const own = useId()
  const control = id ?? own
  return { control, label: `${control}-label`, message: `${control}-message` }
}

/** `aria-describedby` of a control in a frame. */
export function describedBy(
  ids: FieldIds,
  { help, error, messageEnd }: FieldFrameProps,
  more?: string,
): string | undefined {
  return classNames(more, Boolean(error ?? help ?? messageEnd) && ids.message) || undefined
}

/**
 * Label above, help below, error in place of the help. The message line appears only when there is
 * a message.
 */
export function FieldFrame({
  label,
  labelEnd,
  help,
  error,
  messageEnd,
  className,
  ids,
  labelAs = 'label',
  children,
}: FieldFrameProps & {
  readonly ids: FieldIds
  readonly labelAs?: 'label' | 'span'
  readonly children: ReactNode
}) {
  const message = error ?? help
  return (
    <div
      className={classNames(styles['field'], className)}
      data-x-part="field"
      data-invalid={error ? true : undefined}
    >
      {label || labelEnd ? (
        <div className={styles['labelLine']}>
          {label && labelAs === 'label' ? (
            <label
              className={styles['label']}
              id={ids.label}
              htmlFor={ids.control}
              data-x-part="label"
            >
              {label}
            </label>
          ) : null}
          {label && labelAs === 'span' ? (
            <span className={styles['label']} id={ids.label} data-x-part="label">
              {label}
            </span>
          ) : null}
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
