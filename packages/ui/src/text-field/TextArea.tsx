import { useState, type ComponentPropsWithRef, type ReactNode } from 'react'
import { describedBy, FieldFrame, useFieldIds } from '../field/FieldFrame.tsx'
import { classNames } from '../classNames.ts'
import field from '../field/field.module.css'
import { acceptsLength } from './machine.ts'
import styles from './textField.module.css'

export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'defaultValue' | 'onChange' | 'maxLength'> {
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  readonly label?: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  /** In graphemes. */
  readonly maxLength?: number
}

export function TextArea({ value, defaultValue = '', onChange, label, help, error, maxLength, id, className, disabled, rows = 3, 'aria-describedby': describes, ...rest }: TextAreaProps) {
  const ids = useFieldIds(id)
  const [own, setOwn] = useState(defaultValue)
  const text = value ?? own
  return (
    <FieldFrame ids={ids} label={label} help={help} error={error} className={className}>
      <div className={classNames(field['box'], styles['area'])} data-x-part="box" data-invalid={error ? true : undefined} data-disabled={disabled || undefined}>
        <textarea
          {...rest}
          id={ids.control}
          className={field['input']}
          data-x-part="input"
          rows={rows}
          value={text}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(ids, { help, error }, describes)}
          onChange={(event) => {
            const next = event.currentTarget.value
            if (!acceptsLength({ before: text, after: next, limit: maxLength })) return
            setOwn(next)
            onChange?.(next)
          }}
        />
      </div>
    </FieldFrame>
  )
}
