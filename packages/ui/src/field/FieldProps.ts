import type { AriaAttributes, CSSProperties, FocusEventHandler, Ref } from 'react'

/** `data-*` attributes. */
export type DataAttributes = {
  readonly [name: `data-${string}`]: string | number | boolean | undefined
}

/**
 * Props of every form widget. `aria-*` and `data-*` attributes are set on the control, in a widget
 * of several controls on their group.
 */
export interface FieldProps<Value, Control extends HTMLElement = HTMLInputElement>
  extends AriaAttributes, DataAttributes {
  /** The element that takes the focus; in a group the one in the tab order. */
  readonly ref?: Ref<Control> | undefined
  /** Makes the widget controlled. `undefined` is the same as no `value`: uncontrolled. */
  readonly value?: Value | undefined
  /** First value of an uncontrolled widget, and its value after a reset of the form. */
  readonly defaultValue?: Value | undefined
  /** Called with the new value, not with an event. */
  readonly onChange?: ((value: Value) => void) | undefined
  /** Called when the widget gets the focus, once for all its controls. */
  readonly onFocus?: FocusEventHandler<HTMLElement> | undefined
  /** Called when the focus leaves the widget and its popup. */
  readonly onBlur?: FocusEventHandler<HTMLElement> | undefined
  /** Name under which a form submits the plain value. */
  readonly name?: string | undefined
  /** Id of the form if the widget is outside of it. */
  readonly form?: string | undefined
  readonly required?: boolean | undefined
  /** Shows the value, takes the focus and is submitted, but cannot be changed. */
  readonly readOnly?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  /** Id of the control, in a group of the group. */
  readonly id?: string | undefined
  /** Class of the outermost element. */
  readonly className?: string | undefined
  /** Style of the outermost element. */
  readonly style?: CSSProperties | undefined
}
