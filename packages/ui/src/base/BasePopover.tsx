import { useEffect, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { createStore } from '@x/kit'
import { Popover } from 'react-aria-components/Popover'
import { PopupReadyContext } from '../layer/popupReady.ts'
import { afterFocus } from './afterFocus.ts'
import { BaseLocale } from './BaseLocale.tsx'

/** Side of the anchor on which a popup opens, by writing direction. */
export type Side =
  | 'bottom start'
  | 'bottom end'
  | 'bottom'
  | 'top'
  | 'top start'
  | 'top end'
  | 'start'
  | 'end'

/** Props of an anchored popup. */
export interface BasePopoverProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly anchor: RefObject<Element | null>
  readonly zIndex: number
  readonly side?: Side
  readonly offset?: number
  readonly label?: string | undefined
  readonly id?: string | undefined
  readonly className: string | undefined
  readonly style?: CSSProperties | undefined
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>
  readonly children: ReactNode
}

/** Returns whether the element is in a modal above the popup: the greater z-index is above (U1). */
function isInModalAbove(element: Element, zIndex: number): boolean {
  const modal = element.closest<HTMLElement>('[data-x-modal]')
  return modal !== null && Number(modal.style.zIndex) > zIndex
}

/**
 * A popup anchored to an element: it flips where there is no space and moves with its anchor.
 * `--trigger-width` is the width of the anchor in pixels.
 */
export function BasePopover({
  isOpen,
  onClose,
  anchor,
  zIndex,
  side = 'bottom start',
  offset = 4,
  label,
  id,
  className,
  style,
  data,
  children,
}: BasePopoverProps) {
  return (
    <BaseLocale>
      <Popover
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        triggerRef={anchor}
        placement={side}
        // `usePopupLayer` handles Escape: it knows compositions and the popups of other widgets.
        isKeyboardDismissDisabled
        // react-aria does not know that a modal above belongs to this popup.
        shouldCloseOnInteractOutside={(element) => !isInModalAbove(element, zIndex)}
        offset={offset}
        className={className ?? ''}
        style={{ ...style, zIndex }}
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        {...data}
      >
        <PopoverContent isOpen={isOpen}>{children}</PopoverContent>
      </Popover>
    </BaseLocale>
  )
}

/**
 * Marks the popup as ready once it has the focus, which react-aria sets in an effect of its second
 * commit. Nested popups wait for that.
 */
function PopoverContent({
  isOpen,
  children,
}: {
  readonly isOpen: boolean
  readonly children: ReactNode
}) {
  const [ready] = useState(() => createStore(false))
  useEffect(() => {
    if (!isOpen) return undefined
    let cancelReady = () => {}
    const frame = requestAnimationFrame(() => {
      cancelReady = afterFocus(() => ready.setState(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      cancelReady()
      ready.setState(false)
    }
  }, [isOpen, ready])
  return <PopupReadyContext value={ready}>{children}</PopupReadyContext>
}
