import type { ComponentPropsWithRef, ReactNode } from 'react'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
import { classNames } from '../classNames.ts'
import field from '../field/field.module.css'
import { useLimitedText } from './useLimitedText.ts'
import styles from './textField.module.css'

/** Props of `TextArea`, besides those of `textarea`. */
export interface TextAreaProps extends Omit<
  ComponentPropsWithRef<'textarea'>,
  'value' | 'defaultValue' | 'onChange' | 'maxLength'
> {
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  readonly label?: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  /** Maximal length in graphemes. */
  readonly maxLength?: number
}

/** A text area whose limit counts graphemes (U18). */
export function TextArea({
  value,
  defaultValue = '',
  onChange,
  label,
  help,
  error,
  maxLength,
  id,
  className,
  disabled,
  rows = 3,
  'aria-describedby': describes,
  onCompositionStart,
  onCompositionEnd,
  ...rest
}: TextAreaProps) {
  const ids = useFieldIds(id)
  const control = useLimitedText({
    value,
    defaultValue,
    limit: maxLength,
    onChange,
    onCompositionStart,
    onCompositionEnd,
  })
  return (
    <FieldFrame ids={ids} label={label} help={help} error={error} className={className}>
      <div
        className={classNames(field['box'], styles['area'])}
        data-x-part="box"
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
      >
        <textarea
          {...rest}
          {...control}
          id={ids.control}
          className={field['input']}
          data-x-part="input"
          rows={rows}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(ids, { help, error }, describes)}
        />
      </div>
    </FieldFrame>
  )
}
