import { useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { placeBox, type BoxSide } from './place.ts'

export interface AnchoredBoxProps {
  readonly anchor: RefObject<Element | null>
  readonly zIndex: number
  /** The page moved under it. */
  readonly onClose: () => void
  readonly className: string | undefined
  readonly part: string
  readonly children: ReactNode
}

/**
 * The list of a combobox, for as long as it is mounted. The focus stays in the field and the page
 * usable, so that it needs a place and nothing else of an overlay; the engine's popover takes three
 * times as long to open. `--trigger-width` is the width of the field.
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
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const [element, opener] = [box.current, anchor.current]
    if (!element || !opener) return undefined
    let side: BoxSide | undefined
    const settle = () => {
      // All is read before anything is written: one layout.
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
    // A field that is moved takes its list nowhere: what is scrolled inside the field or the list
    // moves neither.
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(opener)) close()
    }
    settle()
    const observer = new ResizeObserver(settle)
    observer.observe(opener)
    observer.observe(element)
    window.addEventListener('resize', settle)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', settle)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [anchor])
  return createPortal(
    // The attribute keeps it alive above a modal that its field stands in, and a press on it no
    // press outside that modal.
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
