import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { createStore } from '@x/kit'
import { browserPorts } from '@x/kit/browser'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import { ScrollBars } from './ScrollBars.tsx'
import { createSettling, readingOffset } from './scrollbarGeometry.ts'
import { NOTHING_MEASURED, type ScrollMeasure } from './ScrollMeasure.ts'
import styles from './scrollbar.module.css'

export interface ScrollbarProps {
  /** The name of the box; what scrolls has to be reachable by keys. */
  readonly label: string
  readonly children: ReactNode
  /** A CSS length; without one the box is as high as it is given room. */
  readonly maxHeight?: string
  /**
   * Bars that stay in sight, instead of under the pointer, while it scrolls and while it has the
   * focus.
   */
  readonly always?: boolean
  readonly onScroll?: (at: { readonly top: number; readonly start: number }) => void
  readonly className?: string | undefined
}

/** U19: the platform scrolls, by wheel, finger and keys; only the bars are drawn here. */
export function Scrollbar({
  label,
  children,
  maxHeight,
  always = false,
  onScroll,
  className,
}: ScrollbarProps) {
  const view = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [measured] = useState(() => createStore<ScrollMeasure>(NOTHING_MEASURED))
  const measure = () => {
    const box = view.current
    if (!box) return
    measured.setState({
      width: box.clientWidth,
      height: box.clientHeight,
      contentWidth: box.scrollWidth,
      contentHeight: box.scrollHeight,
      top: box.scrollTop,
      start: readingOffset(box.scrollLeft),
      rtl: getComputedStyle(box).direction === 'rtl',
    })
  }
  const settled = useEffectEvent(measure)
  useEffect(() => {
    const settling = createSettling({ clock: browserPorts().clock, run: () => settled() })
    const observer = new ResizeObserver(() => settling.touch())
    for (const element of [view.current, content.current]) if (element) observer.observe(element)
    return () => {
      observer.disconnect()
      settling.cancel()
    }
  }, [])
  return (
    <div
      className={classNames(styles['scrollbar'], className)}
      data-x-part="scrollbar"
      data-always={always || undefined}
      style={customProperties({ '--x-scroll-max': maxHeight })}
    >
      <div
        ref={view}
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
        tabIndex={0}
        className={styles['view']}
        data-x-part="scroll-view"
        onScroll={() => {
          measure()
          const { top, start } = measured.getState()
          onScroll?.({ top, start })
        }}
      >
        <div ref={content} className={styles['content']}>
          {children}
        </div>
      </div>
      <ScrollBars of={measured} view={view} />
    </div>
  )
}
