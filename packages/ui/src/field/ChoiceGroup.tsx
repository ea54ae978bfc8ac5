import type { AriaAttributes, ReactNode, Ref } from 'react'
import { classNames } from '../classNames.ts'
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
  /** A `group` has no states of its own: its boxes have them. */
  readonly role: 'radiogroup' | 'group'
  /** Its `data-x-part`. */
  readonly part: string
  readonly groupClassName?: string | undefined
  /** Of a `group` whose boxes are all disabled. */
  readonly disabled?: boolean | undefined
  /** Why the last press changed nothing; its reason replaces the help. */
  readonly blocked?: { readonly by: string; readonly reason: string } | undefined
  readonly children: ReactNode
  /** Comes after the options, in the same frame. */
  readonly after?: ReactNode
}

/** Label, options, and help or error of a field of several choices. */
export function ChoiceGroup({
  ref,
  role,
  label,
  help: usualHelp,
  error,
  required,
  readOnly,
  disabled,
  inline = false,
  part,
  groupClassName,
  blocked,
  id,
  className,
  style,
  onFocus,
  onBlur,
  'aria-labelledby': labelledBy,
  'aria-describedby': describes,
  'aria-invalid': invalid,
  children,
  after,
  ...rest
}: ChoiceGroupProps) {
  const ids = useFieldIds(id)
  const help = blocked?.reason ?? usualHelp
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
        role={role}
        aria-labelledby={labelledBy ?? ids.label}
        aria-describedby={describedBy(ids, { help, error }, describes)}
        {...statesOf({ role, error, required, readOnly, disabled, invalid })}
        className={classNames(choices['group'], groupClassName)}
        data-x-part={part}
        data-inline={inline || undefined}
        data-blocked={blocked?.by}
      >
        {children}
      </div>
      {after}
    </FieldFrame>
  )
}

type Stated = 'role' | 'error' | 'required' | 'readOnly' | 'disabled'

/** A `group` may not be required, read-only or wrong as a whole. */
function statesOf({
  role,
  error,
  required = false,
  readOnly = false,
  disabled = false,
  invalid,
}: Pick<ChoiceGroupProps, Stated> & {
  readonly invalid: ChoiceGroupProps['aria-invalid']
}): AriaAttributes {
  if (role === 'group') return { 'aria-disabled': disabled || undefined, 'aria-invalid': invalid }
  return {
    'aria-required': required || undefined,
    'aria-readonly': readOnly || undefined,
    'aria-invalid': error ? true : invalid,
  }
}
