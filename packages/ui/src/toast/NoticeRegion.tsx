import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../classNames.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import type { TimedItem, TimedQueue } from './createTimedQueue.ts'
import { type RegionKeys, useRegionKeys } from './useRegionKeys.ts'
import styles from './toast.module.css'

/** Props of a region of toasts or notifications. */
export interface NoticeRegionProps extends WidgetProps {
  readonly queue: RegionKeys['queue']
  /** Name of the region; distinguishes it for Escape and F6. */
  readonly part: RegionKeys['part']
  readonly listClassName: string | undefined
  readonly children: ReactNode
}

const never = () => () => {}

/**
 * A region for items that disappear after a time: a child of `body`, above every popup, and usable
 * while a modal makes the page inert.
 */
export function NoticeRegion(props: NoticeRegionProps) {
  const mounted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return mounted ? createPortal(<Region {...props} />, document.body) : null
}

function Region(props: NoticeRegionProps) {
  const { queue, part, listClassName, children, id, className, style } = props
  const strings = useUiStrings()
  const region = useRef<HTMLElement>(null)
  const handlers = useRegionKeys({ region, queue, part })
  return (
    // Regions have different names, because a page may have both. The attribute keeps the region
    // usable and announced while a modal makes the page inert.
    <section
      {...handlers}
      ref={region}
      id={id}
      className={classNames(styles['region'], className)}
      style={style}
      aria-label={part === 'toast-region' ? strings.toasts : strings.notifications}
      data-x-part={part}
      data-x-notices=""
      data-react-aria-top-layer="true"
    >
      <ol className={listClassName} aria-live="polite" aria-relevant="additions text">
        {children}
      </ol>
    </section>
  )
}

/** Options of `noticeProps`. */
export interface NoticeOptions {
  readonly queue: Pick<TimedQueue<TimedItem, never>, 'pause' | 'resume'>
  readonly id: number
  readonly urgent: boolean
}

/** Returns the props of an item: it pauses its timer on hover and focus. */
export function noticeProps({ queue, id, urgent }: NoticeOptions) {
  return {
    'data-notice': id,
    // An urgent text is its own live region; inside the polite list it would be announced twice.
    'aria-live': urgent ? 'off' : undefined,
    // Touch has no hover end, so only the mouse pauses an item (U4).
    onPointerEnter: (event: { readonly pointerType: string }) =>
      event.pointerType === 'mouse' && queue.pause(id, 'hover'),
    onPointerLeave: () => queue.resume(id, 'hover'),
    onFocus: () => queue.pause(id, 'focus'),
    onBlur: () => queue.resume(id, 'focus'),
  } as const
}
