import { useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { placeBox, type BoxSide } from './place.ts'

/** Props of an anchored box. */
export interface AnchoredBoxProps {
  readonly anchor: RefObject<Element | null>
  readonly zIndex: number
  /** Called when the page scrolls under it. */
  readonly onClose: () => void
  readonly className: string | undefined
  readonly part: string
  readonly children: ReactNode
}

/**
 * The list of a combobox. The focus stays in the field and the page stays usable, so it only needs
 * a position; react-aria's popover takes three times as long to open. `--trigger-width` is the
 * width of the field in pixels.
 */
export function AnchoredBox({
  anchor,
  zIndex,
  onClose,
  className,
  part,
  children,
}: AnchoredBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  useAnchoredPosition(box, { anchor, onClose })
  return createPortal(
    // The attribute keeps it usable above a modal, and a press on it does not count as outside that
    // modal.
    <div
      ref={box}
      className={className}
      style={{ position: 'fixed', zIndex }}
      data-x-part={part}
      data-react-aria-top-layer="true"
    >
      {children}
    </div>,
    document.body,
  )
}

/** Keeps the box at its anchor, as both change their sizes; closes it when the page scrolls. */
function useAnchoredPosition(
  box: RefObject<HTMLElement | null>,
  { anchor, onClose }: Pick<AnchoredBoxProps, 'anchor' | 'onClose'>,
): void {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const [element, opener] = [box.current, anchor.current]
    if (!element || !opener) return undefined
    let side: BoxSide | undefined
    const position = () => {
      // Read everything before writing, to cause only one layout.
      const rect = opener.getBoundingClientRect()
      const { clientWidth: width, clientHeight: height } = document.documentElement
      const { offsetWidth, offsetHeight } = element
      const rtl = getComputedStyle(opener).direction === 'rtl'
      const place = placeBox({
        anchor: rect,
        box: { width: Math.max(offsetWidth, rect.width), height: offsetHeight },
        view: { width, height },
        rtl,
        ...(side ? { side } : {}),
      })
      const { style } = element
      style.setProperty('--trigger-width', `${rect.width}px`)
      style.left = `${place.left}px`
      style.top = place.side === 'below' ? `${place.edge}px` : 'auto'
      style.bottom = place.side === 'above' ? `${place.edge}px` : 'auto'
      style.maxHeight = `${place.maxHeight}px`
      side = place.side
    }
    // The list does not move with its field. Scrolling inside the field or the list does not count.
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(opener)) close()
    }
    position()
    const observer = new ResizeObserver(position)
    observer.observe(opener)
    observer.observe(element)
    window.addEventListener('resize', position)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', position)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [box, anchor])
}
