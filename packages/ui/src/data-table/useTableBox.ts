import { useLayoutEffect, useState, type RefObject } from 'react'

export interface TableBox {
  /** 0 before the first measurement. */
  readonly width: number
  /** Pixels of `--x-row-height`, which follows density and screen. */
  readonly rowHeight: number
}

const UNMEASURED: TableBox = { width: 0, rowHeight: 28 }

/** Width and row height of a table, followed through resizes. */
export function useTableBox(element: RefObject<HTMLElement | null>): TableBox {
  const [box, setBox] = useState(UNMEASURED)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return undefined
    const measure = () => {
      const rowHeight = Number.parseFloat(getComputedStyle(target).getPropertyValue('--x-table-row')) || UNMEASURED.rowHeight
      const width = target.clientWidth
      setBox((before) => (before.width === width && before.rowHeight === rowHeight ? before : { width, rowHeight }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return box
}
