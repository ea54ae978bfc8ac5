import { useRef, type MouseEvent, type PointerEvent } from 'react'

const isOn = (event: MouseEvent) => event.target === event.currentTarget

/**
 * Calls `onPress` for a press that begins and ends on the backdrop itself (U2, U6). A modal below
 * another one is inert and gets no events (U1). The event stops here: React would send it on to the
 * component that renders the modal.
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
