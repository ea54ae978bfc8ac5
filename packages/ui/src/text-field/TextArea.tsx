import type { ComponentPropsWithRef, ReactNode } from 'react'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
import { classNames } from '../classNames.ts'
import type { FieldProps } from '../field/FieldProps.ts'
import { useControlRef } from '../field/useControlRef.ts'
import field from '../field/field.module.css'
import { useLimitedText } from './useLimitedText.ts'
import styles from './textField.module.css'

/** Props of `TextArea`, besides those of `textarea`. */
export interface TextAreaProps
  extends
    Omit<ComponentPropsWithRef<'textarea'>, keyof FieldProps<string> | 'maxLength'>,
    FieldProps<string, HTMLTextAreaElement> {
  readonly label?: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  /** Maximal length in graphemes. */
  readonly maxLength?: number
}

/** A text area whose limit counts graphemes (U18). */
export function TextArea({
  ref,
  value,
  defaultValue = '',
  onChange,
  label,
  help,
  error,
  maxLength,
  id,
  className,
  style,
  disabled,
  rows = 3,
  'aria-describedby': describes,
  'aria-invalid': invalid,
  onCompositionStart,
  onCompositionEnd,
  ...rest
}: TextAreaProps) {
  const ids = useFieldIds(id)
  const input = useControlRef(ref)
  const control = useLimitedText({
    control: input,
    value,
    defaultValue,
    limit: maxLength,
    onChange,
    onCompositionStart,
    onCompositionEnd,
  })
  return (
    <FieldFrame {...{ ids, label, help, error, className, style }}>
      <div
        className={classNames(field['box'], styles['area'])}
        data-x-part="box"
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
      >
        <textarea
          {...rest}
          {...control}
          ref={input}
          id={ids.control}
          className={field['input']}
          data-x-part="input"
          rows={rows}
          disabled={disabled}
          aria-invalid={error ? true : invalid}
          aria-describedby={describedBy(ids, { help, error }, describes)}
        />
      </div>
    </FieldFrame>
  )
}
