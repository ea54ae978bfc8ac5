import { useImperativeHandle, useRef, type Ref, type RefObject } from 'react'

/**
 * A ref for a widget's own use that also sets the caller's `ref`. Pass `element` in a group where
 * another control can take the place of the first: the caller's ref is set again when it changes.
 */
export function useControlRef<Control extends HTMLElement>(
  ref: Ref<Control> | undefined,
  element?: unknown,
): RefObject<Control | null> {
  const control = useRef<Control>(null)
  // A group without an enabled control has none. `current` changes with `element`.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useImperativeHandle(ref, () => control.current as Control, [element])
  return control
}
