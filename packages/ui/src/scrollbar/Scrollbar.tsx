import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { createStore } from '@x/kit'
import { browserPorts } from '@x/kit/browser'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import { ScrollBars } from './ScrollBars.tsx'
import { createDebounce, readingOffset } from './scrollbarGeometry.ts'
import { NOTHING_MEASURED, type ScrollMeasurement } from './scrollMeasurement.ts'
import styles from './scrollbar.module.css'

/** Props of `Scrollbar`. */
export interface ScrollbarProps extends WidgetProps {
  /** Accessible name; a scroll container must be reachable by keyboard. */
  readonly label: string
  readonly children: ReactNode
  /** CSS length; without it the container fills the available height. */
  readonly maxHeight?: string
  /**
   * Keeps the bars visible; otherwise they appear on hover, on focus and while scrolling. Default
   * false.
   */
  readonly always?: boolean
  readonly onScroll?: (at: { readonly top: number; readonly start: number }) => void
}

/** A scroll container with drawn scroll bars; the browser does the scrolling (U19). */
export function Scrollbar({
  label,
  children,
  maxHeight,
  always = false,
  onScroll,
  id,
  className,
  style,
}: ScrollbarProps) {
  const view = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [measured] = useState(() => createStore<ScrollMeasurement>(NOTHING_MEASURED))
  const measure = () => {
    if (view.current) measured.setState(measurementOf(view.current))
  }
  const measureNow = useEffectEvent(measure)
  useEffect(() => {
    const debounce = createDebounce({ clock: browserPorts().clock, run: () => measureNow() })
    const observer = new ResizeObserver(() => debounce.schedule())
    for (const element of [view.current, content.current]) if (element) observer.observe(element)
    return () => {
      observer.disconnect()
      debounce.cancel()
    }
  }, [])
  return (
    <div
      id={id}
      className={classNames(styles['scrollbar'], className)}
      data-x-part="scrollbar"
      data-always={always || undefined}
      style={{ ...customProperties({ '--x-scroll-max': maxHeight }), ...style }}
    >
      <div
        ref={view}
        role="region"
        aria-label={label}
        // A scroll container must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
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

const measurementOf = (box: HTMLElement): ScrollMeasurement => ({
  width: box.clientWidth,
  height: box.clientHeight,
  contentWidth: box.scrollWidth,
  contentHeight: box.scrollHeight,
  top: box.scrollTop,
  start: readingOffset(box.scrollLeft),
  rtl: getComputedStyle(box).direction === 'rtl',
})
