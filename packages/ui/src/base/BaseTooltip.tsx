import { useMemo, type ReactNode, type RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { BaseLocale } from './BaseLocale.tsx'
import type { Side } from './BasePopover.tsx'

export interface BaseTooltipProps {
  readonly id: string
  readonly isOpen: boolean
  readonly anchor: RefObject<Element | null>
  readonly side: Side
  readonly zIndex: number
  readonly className: string | undefined
  readonly onDismiss: () => void
  readonly onEnter: () => void
  readonly onLeave: () => void
  readonly children: ReactNode
}

/**
 * A described-by box that takes no focus and may be entered by the pointer. Its times are the
 * caller's: the engine's own are not the spec's.
 */
export function BaseTooltip({
  id,
  isOpen,
  anchor,
  side,
  zIndex,
  className,
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
          style={{ zIndex }}
        >
          {children}
        </Tooltip>
      </TooltipTriggerStateContext>
    </BaseLocale>
  )
}
