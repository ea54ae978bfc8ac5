import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { createStore } from '@x/kit'
import { Popover } from 'react-aria-components/Popover'
import { PopupHost } from '../layer/popupHost.ts'
import { afterFocus } from './afterFocus.ts'
import { BaseLocale } from './BaseLocale.tsx'

export type Side =
  | 'bottom start'
  | 'bottom end'
  | 'bottom'
  | 'top'
  | 'top start'
  | 'top end'
  | 'start'
  | 'end'

export interface BasePopoverProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly anchor: RefObject<Element | null>
  readonly zIndex: number
  readonly side?: Side
  readonly offset?: number
  readonly label?: string | undefined
  readonly className: string | undefined
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>
  readonly children: ReactNode
}

/** U1: of two popups the one with the greater number is above. */
function isInModalAbove(element: Element, zIndex: number): boolean {
  const modal = element.closest<HTMLElement>('[data-x-modal]')
  return modal !== null && Number(modal.style.zIndex) > zIndex
}

/**
 * A box that hangs on an element, turns over where there is no room and follows it.
 * `--trigger-width` is the width of the anchor.
 */
export function BasePopover({
  isOpen,
  onClose,
  anchor,
  zIndex,
  side = 'bottom start',
  offset = 4,
  label,
  className,
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
        // Escape is heard by the layer: it knows compositions and the popups of other widgets.
        isKeyboardDismissDisabled
        // A modal above is not outside, though the engine does not know it: what was opened from
        // here is pressed there.
        shouldCloseOnInteractOutside={(element) => !isInModalAbove(element, zIndex)}
        offset={offset}
        className={className ?? ''}
        style={{ zIndex }}
        {...(label === undefined ? {} : { 'aria-label': label })}
        {...data}
      >
        <Inside isOpen={isOpen}>{children}</Inside>
      </Popover>
    </BaseLocale>
  )
}

/**
 * What nests in the box waits for its focus, which the engine gives in an effect of its second
 * commit.
 */
function Inside({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  const [stands] = useState(() => createStore(false))
  useEffect(() => {
    if (!isOpen) return undefined
    let forget = () => {}
    const frame = requestAnimationFrame(() => {
      forget = afterFocus(() => stands.setState(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      forget()
      stands.setState(false)
    }
  }, [isOpen, stands])
  return <PopupHost value={stands}>{children}</PopupHost>
}
