import { useRef, type PointerEvent, type RefObject } from 'react'
import type { Store } from '@x/kit'
import { useStore } from '@x/kit/react'
import { customProperties } from '../customProperties.ts'
import { offsetAt, offsetOfPress, platformOffset, thumbOf, type Axis } from './scrollbarGeometry.ts'
import { axesOf, type ScrollMeasurement } from './scrollMeasurement.ts'
import styles from './scrollbar.module.css'

/** Props of the drawn scroll bars. */
export interface ScrollBarsProps {
  readonly of: Store<ScrollMeasurement>
  readonly view: RefObject<HTMLElement | null>
}

/**
 * For the pointer only, like native scroll bars: keyboard and screen readers use the scroll
 * container.
 */
export function ScrollBars({ of, view }: ScrollBarsProps) {
  const measured = useStore(of)
  const { vertical, horizontal } = axesOf(measured)
  const toTop = (offset: number) => view.current?.scrollTo({ top: offset, behavior: 'instant' })
  const toStart = (offset: number) =>
    view.current?.scrollTo({ left: platformOffset(offset, measured.rtl), behavior: 'instant' })
  return (
    <>
      <Bar axis={vertical} name="vertical" mirrored={false} onScroll={toTop} />
      <Bar axis={horizontal} name="horizontal" mirrored={measured.rtl} onScroll={toStart} />
    </>
  )
}

interface BarProps {
  readonly axis: Axis
  readonly name: 'vertical' | 'horizontal'
  /** Whether the bar starts at the right. */
  readonly mirrored: boolean
  readonly onScroll: (offset: number) => void
}

function Bar({ axis, name, mirrored, onScroll }: BarProps) {
  const grabbedAt = useRef<number>(undefined)
  const thumb = thumbOf(axis)
  if (!thumb) return null
  /** Position of the pointer from the start of the bar in pixels. */
  const pointOf = (event: PointerEvent<HTMLElement>) => {
    const bar = event.currentTarget.getBoundingClientRect()
    if (name === 'vertical') return event.clientY - bar.top
    return mirrored ? bar.right - event.clientX : event.clientX - bar.left
  }
  const release = () => {
    grabbedAt.current = undefined
  }
  return (
    <div
      className={styles['bar']}
      data-x-part={`bar-${name}`}
      data-axis={name}
      aria-hidden="true"
      style={customProperties({
        '--x-thumb-size': `${thumb.size}px`,
        '--x-thumb-at': `${thumb.position}px`,
      })}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        // Keeps focus and selection.
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        const point = pointOf(event)
        const onThumb = point >= thumb.position && point <= thumb.position + thumb.size
        grabbedAt.current = onThumb ? point - thumb.position : thumb.size / 2
        if (!onThumb) onScroll(offsetOfPress(point, axis))
      }}
      onPointerMove={(event) => {
        if (grabbedAt.current !== undefined)
          onScroll(offsetAt(pointOf(event) - grabbedAt.current, axis))
      }}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <div className={styles['thumb']} data-x-part="thumb" />
    </div>
  )
}
