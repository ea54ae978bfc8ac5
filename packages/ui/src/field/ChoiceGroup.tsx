import type { ReactNode, Ref } from 'react'
import choices from './choices.module.css'
import { describedBy, FieldFrame, useFieldIds } from './FieldFrame.tsx'
import type { FieldProps } from './FieldProps.ts'
import { useFocusWithin } from './useFocusWithin.ts'

/** Props that a group of choices passes on to its frame. */
export type ChoiceFrameProps = Omit<
  FieldProps<never>,
  'ref' | 'value' | 'defaultValue' | 'onChange' | 'name' | 'form' | 'disabled' | 'autoFocus'
> & {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  /** Lays the options out in a row instead of a column. Default false. */
  readonly inline?: boolean
}

interface ChoiceGroupProps extends ChoiceFrameProps {
  readonly ref: Ref<HTMLDivElement>
  readonly role: 'radiogroup'
  /** Its `data-x-part`. */
  readonly part: string
  readonly children: ReactNode
}

/** Label, options, and help or error of a field of several choices. */
export function ChoiceGroup({
  ref,
  label,
  help,
  error,
  required = false,
  readOnly = false,
  inline = false,
  part,
  id,
  className,
  style,
  onFocus,
  onBlur,
  'aria-labelledby': labelledBy,
  'aria-describedby': describes,
  'aria-invalid': invalid,
  children,
  ...rest
}: ChoiceGroupProps) {
  const ids = useFieldIds(id)
  return (
    <FieldFrame
      {...useFocusWithin({ onFocus, onBlur })}
      ids={ids}
      label={label}
      labelAs="span"
      help={help}
      error={error}
      className={className}
      style={style}
    >
      <div
        {...rest}
        ref={ref}
        id={ids.control}
        aria-labelledby={labelledBy ?? ids.label}
        aria-describedby={describedBy(ids, { help, error }, describes)}
        aria-required={required || undefined}
        aria-readonly={readOnly || undefined}
        aria-invalid={error ? true : invalid}
        className={choices['group']}
        data-x-part={part}
        data-inline={inline || undefined}
      >
        {children}
      </div>
    </FieldFrame>
  )
}
