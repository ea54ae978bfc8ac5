import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * True from the moment something shuts until the animations that `data-exiting` gives its element
 * have run.
 */
export function useExit(element: RefObject<Element | null>, isOpen: boolean): boolean {
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
      // Document models without animations have no such method.
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
