import { useEffect, type ComponentPropsWithRef } from 'react'
import { useControlRef } from './useControlRef.ts'

/** Props of `NativeChoice`. */
export interface NativeChoiceProps extends ComponentPropsWithRef<'input'> {
  readonly type: 'checkbox' | 'radio'
  readonly checked: boolean
  /** Some of several items are checked. Default false. */
  readonly indeterminate?: boolean
}

/** A native checkbox or radio button that stays what its widget says when its form is reset. */
export function NativeChoice({ ref, checked, indeterminate = false, ...rest }: NativeChoiceProps) {
  const inputRef = useControlRef(ref)
  useEffect(() => {
    const input = inputRef.current
    if (!input) return
    // The browser resets to this state, and React never sets it after the first render.
    input.defaultChecked = checked
    // There is no attribute for this state.
    input.indeterminate = indeterminate
  })
  return <input {...rest} ref={inputRef} checked={checked} />
}
