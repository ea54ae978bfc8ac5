import { useLayoutEffect, useState, type RefObject } from 'react'

/** Measures of a table. */
export interface TableBox {
  /** Pixels; 0 before the first measurement. */
  readonly width: number
  /** Pixels; `--x-row-height` depends on density and screen. */
  readonly rowHeight: number
  /** Pixels, including the user's browser settings. */
  readonly fontSize: number | undefined
}

const UNMEASURED: TableBox = { width: 0, rowHeight: 28, fontSize: undefined }

/** Measures width, row height and font size of a table, also after resizes. */
export function useTableBox(element: RefObject<HTMLElement | null>): TableBox {
  const [box, setBox] = useState(UNMEASURED)
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return undefined
    const measure = () => {
      const style = getComputedStyle(target)
      const rowHeight =
        Number.parseFloat(style.getPropertyValue('--x-table-row')) || UNMEASURED.rowHeight
      const fontSize = Number.parseFloat(style.fontSize) || undefined
      const width = target.clientWidth
      setBox((before) =>
        before.width === width && before.rowHeight === rowHeight && before.fontSize === fontSize
          ? before
          : { width, rowHeight, fontSize },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return box
}
