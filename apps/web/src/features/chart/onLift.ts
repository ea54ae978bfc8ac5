const ENDS = ['mouseup', 'touchend', 'touchcancel', 'blur'] as const

/**
 * Reports every button and finger that is lifted, outside the page too, and a window that is
 * left. Returns how to stop.
 */
export function onLift(listener: () => void): () => void {
  for (const end of ENDS) window.addEventListener(end, listener)
  return () => {
    for (const end of ENDS) window.removeEventListener(end, listener)
  }
}
