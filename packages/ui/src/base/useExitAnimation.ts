import { useLayoutEffect, useState, type RefObject } from 'react'

/** Returns true from closing until the exit animations of the element have ended. */
export function useExitAnimation(element: RefObject<Element | null>, isOpen: boolean): boolean {
  const [seen, setSeen] = useState(isOpen)
  const [exiting, setExiting] = useState(false)
  if (seen !== isOpen) {
    setSeen(isOpen)
    setExiting(!isOpen)
  }
  useLayoutEffect(() => {
    if (!exiting) return undefined
    let current = true
    const leave = async () => {
      // Test environments without animations do not have this method.
      await Promise.allSettled(
        (element.current?.getAnimations?.() ?? []).map((animation) => animation.finished),
      )
      if (current) setExiting(false)
    }
    void leave()
    return () => {
      current = false
    }
  }, [element, exiting])
  return exiting
}
