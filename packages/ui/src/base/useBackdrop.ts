import { useRef, type MouseEvent, type PointerEvent } from 'react'

const isOn = (event: MouseEvent) => event.target === event.currentTarget

/**
 * U2, U6: a press that begins and ends on the backdrop itself. A modal below another one is inert
 * and hears nothing (U1). The event ends here: what holds the modal in its tree was not pressed.
 */
export function useBackdrop(onPress: (() => void) | undefined) {
  const began = useRef(false)
  return {
    onPointerDown(event: PointerEvent) {
      began.current = isOn(event) && event.button === 0
    },
    onPointerUp(event: PointerEvent) {
      began.current &&= isOn(event)
    },
    onClick(event: MouseEvent) {
      if (!began.current || !isOn(event)) return
      began.current = false
      if (!onPress) return
      event.stopPropagation()
      onPress()
    },
  }
}
