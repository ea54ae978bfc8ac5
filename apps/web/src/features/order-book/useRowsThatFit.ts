import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many whole rows fit a box, updated as it changes. */
export function useRowsThatFit(
  box: RefObject<HTMLElement | null>,
  { rowHeight }: { readonly rowHeight: number },
): number {
  const [rows, setRows] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setRows(Math.floor(element.clientHeight / rowHeight))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [box, rowHeight])
  return rows
}
