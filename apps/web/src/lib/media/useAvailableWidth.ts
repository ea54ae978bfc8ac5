import { useCallback, useState } from 'react'

export interface AvailableWidth {
  /** For the box that is measured. */
  readonly box: (element: HTMLElement | null) => (() => void) | undefined
  /** Its inner width in pixels; nothing before it is laid out. */
  readonly width: number | undefined
}

/** How wide a box is, before its first paint and as it changes. */
export function useAvailableWidth(): AvailableWidth {
  const [width, setWidth] = useState<number | undefined>(undefined)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth || undefined)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
