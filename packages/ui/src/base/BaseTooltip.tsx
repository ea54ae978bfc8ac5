import { useMemo, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { BaseLocale } from './BaseLocale.tsx'
import type { Side } from './BasePopover.tsx'

/** Props of the tooltip popup. */
export interface BaseTooltipProps {
  readonly id: string
  readonly isOpen: boolean
  readonly anchor: RefObject<Element | null>
  readonly side: Side
  readonly zIndex: number
  readonly className: string | undefined
  readonly style?: CSSProperties | undefined
  readonly onDismiss: () => void
  readonly onEnter: () => void
  readonly onLeave: () => void
  readonly children: ReactNode
}

/**
 * A popup for `aria-describedby` that takes no focus and may be entered by the pointer. The caller
 * controls its delays: those of react-aria differ from the specification.
 */
export function BaseTooltip({
  id,
  isOpen,
  anchor,
  side,
  zIndex,
  className,
  style,
  onDismiss,
  onEnter,
  onLeave,
  children,
}: BaseTooltipProps) {
  const state = useMemo(
    () => ({
      isOpen,
      shouldSkipAnimation: false,
      open: onEnter,
      close: (now?: boolean) => (now ? onDismiss() : onLeave()),
    }),
    [isOpen, onDismiss, onEnter, onLeave],
  )
  const attributes = { id, 'data-x-part': 'tooltip' }
  return (
    <BaseLocale>
      <TooltipTriggerStateContext value={state}>
        <Tooltip
          {...attributes}
          isOpen={isOpen}
          triggerRef={anchor}
          placement={side}
          offset={6}
          className={className ?? ''}
          style={{ ...style, zIndex }}
        >
          {children}
        </Tooltip>
      </TooltipTriggerStateContext>
    </BaseLocale>
  )
}
