import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '../classNames.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { TimedItem, TimedQueue } from './createTimedQueue.ts'
import { type RegionKeys, useRegionKeys } from './useRegionKeys.ts'
import styles from './toast.module.css'

export interface NoticeRegionProps {
  readonly queue: RegionKeys['queue']
  /** Part name, and what Escape and F6 tell regions apart by. */
  readonly part: RegionKeys['part']
  readonly className?: string | undefined
  readonly listClassName: string | undefined
  readonly children: ReactNode
}

const never = () => () => {}

/**
 * Where items appear that go by themselves: under `body`, above every popup, and usable while a
 * modal makes the rest of the page inert.
 */
export function NoticeRegion(props: NoticeRegionProps) {
  const mounted = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return mounted ? createPortal(<Region {...props} />, document.body) : null
}

function Region({ queue, part, className, listClassName, children }: NoticeRegionProps) {
  const strings = useUiStrings()
  const region = useRef<HTMLElement>(null)
  const handlers = useRegionKeys({ region, queue, part })
  return (
    // Each region has a name of its own: a page may hold both, and a reader lists them by it. The
    // attribute keeps the region alive, pressable and announced while a modal makes the rest of the
    // page inert.
    <section
      {...handlers}
      ref={region}
      className={classNames(styles['region'], className)}
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

export interface NoticeOptions {
  readonly queue: Pick<TimedQueue<TimedItem, never>, 'hold' | 'release'>
  readonly id: number
  readonly urgent: boolean
}

/** What every item of a region does: it is held under the mouse and under the focus. */
export function noticeProps({ queue, id, urgent }: NoticeOptions) {
  return {
    'data-notice': id,
    // An urgent text is a live region of its own; within the polite list it would be read twice.
    'aria-live': urgent ? 'off' : undefined,
    // U4: a finger leaves no hover behind, so only the mouse holds an item.
    onPointerEnter: (event: { readonly pointerType: string }) =>
      event.pointerType === 'mouse' && queue.hold(id, 'hover'),
    onPointerLeave: () => queue.release(id, 'hover'),
    onFocus: () => queue.hold(id, 'focus'),
    onBlur: () => queue.release(id, 'focus'),
  } as const
}
