import { useEffect, type ComponentPropsWithRef } from 'react'
import { useControlRef } from './useControlRef.ts'

/** Props of `NativeChoice`. */
export interface NativeChoiceProps extends ComponentPropsWithRef<'input'> {
  readonly type: 'checkbox' | 'radio'
  readonly checked: boolean
}

/** A native checkbox or radio button that stays what its widget says when its form is reset. */
export function NativeChoice({ ref, checked, ...rest }: NativeChoiceProps) {
  const input = useControlRef(ref)
  useEffect(() => {
    // The browser resets to this state, and React never sets it after the first render.
    if (input.current) input.current.defaultChecked = checked
  }, [checked, input])
  return <input {...rest} ref={input} checked={checked} />
}
