import { useState, type ComponentPropsWithRef, type ReactNode } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { classNames } from '../classNames.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import type { FieldProps } from '../field/FieldProps.ts'
import { useControlRef } from '../field/useControlRef.ts'
import field from '../field/field.module.css'
import slot from '../field/slotButton.module.css'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { graphemeCount } from './graphemes.ts'
import { useLimitedText } from './useLimitedText.ts'
import styles from './textField.module.css'

/** Props of `TextField`, besides those of `input`. */
export interface TextFieldProps
  extends
    Omit<ComponentPropsWithRef<'input'>, keyof FieldProps<string> | 'size' | 'maxLength'>,
    FieldProps<string, HTMLInputElement> {
  readonly label?: ReactNode
  readonly labelEnd?: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly size?: FieldSize
  /** Maximal length in graphemes, not code units; `counter` shows it. */
  readonly maxLength?: number
  readonly counter?: boolean
  readonly start?: ReactNode
  readonly end?: ReactNode
}

/** A text field whose limit counts graphemes (U18). */
export function TextField({
  ref,
  value,
  defaultValue = '',
  onChange,
  label,
  labelEnd,
  help,
  error,
  size = 'standard',
  maxLength,
  counter = false,
  start,
  end,
  type = 'text',
  id,
  className,
  style,
  disabled,
  'aria-describedby': describes,
  'aria-invalid': invalid,
  onCompositionStart,
  onCompositionEnd,
  ...rest
}: TextFieldProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const [revealed, setRevealed] = useState(false)
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
  const messageEnd =
    counter && maxLength !== undefined ? (
      <Counter count={graphemeCount(control.value)} limit={maxLength} />
    ) : undefined
  return (
    <FieldFrame
      ids={ids}
      label={label}
      labelEnd={labelEnd}
      help={help}
      error={error}
      messageEnd={messageEnd}
      className={className}
      style={style}
    >
      <div
        className={field['box']}
        data-x-part="box"
        data-size={size}
        data-invalid={error ? true : undefined}
        data-disabled={disabled || undefined}
      >
        {start ? <span className={field['slot']}>{start}</span> : null}
        <input
          {...rest}
          {...control}
          ref={input}
          id={ids.control}
          className={classNames(field['input'], styles['input'])}
          data-x-part="input"
          type={type === 'password' && revealed ? 'text' : type}
          disabled={disabled}
          aria-invalid={error ? true : invalid}
          aria-describedby={describedBy(ids, { help, error, messageEnd }, describes)}
        />
        {type === 'password' ? (
          <button
            type="button"
            className={slot['button']}
            data-x-part="reveal"
            aria-label={revealed ? strings.hidePassword : strings.showPassword}
            aria-pressed={revealed}
            aria-controls={ids.control}
            disabled={disabled}
            onClick={() => setRevealed(!revealed)}
          >
            <Icon of={revealed ? EyeOff : Eye} />
          </button>
        ) : null}
        {end ? <span className={field['slot']}>{end}</span> : null}
      </div>
    </FieldFrame>
  )
}

function Counter({ count, limit }: { readonly count: number; readonly limit: number }) {
  const strings = useUiStrings()
  return (
    <span data-x-part="counter" role="img" aria-label={strings.characterCount({ count, limit })}>
      {count}/{limit}
    </span>
  )
}
