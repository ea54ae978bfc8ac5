import {
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Side } from '../base/BasePopover.tsx'
import { classNames } from '../classNames.ts'
import { popoverPart } from '../late/parts.ts'
import { useLatePopup } from '../late/useLatePopup.ts'
import popup from './popup.module.css'
import styles from './popover.module.css'

/** Spread on the button that opens. */
export interface PopupTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly 'aria-haspopup': 'dialog' | 'menu'
  readonly 'aria-expanded': boolean
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** The first sign of intent fetches the code of the popup. */
  readonly onPointerEnter?: () => void
  readonly onFocus?: () => void
}

export interface PopoverProps {
  /** The accessible name of the box. */
  readonly label: string
  /** Draws the opener: `trigger={(props) => <Button {...props}>Filter</Button>}`. */
  readonly trigger: (props: PopupTriggerProps) => ReactElement
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly side?: Side
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** Padding of the box. Default true. */
  readonly padded?: boolean
}

/** A box at its opener with content to work in. The focus goes in and comes back. */
export function Popover({
  label,
  trigger,
  children,
  side = 'bottom start',
  open,
  onOpenChange,
  padded = true,
}: PopoverProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [own, setOwn] = useState(false)
  const wanted = open ?? own
  const set = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
  }
  const close = () => set(false)
  const { Layer, isOpen, zIndex } = useLatePopup(popoverPart, {
    isOpen: wanted,
    onEscape: close,
    onFail: close,
    anchor,
  })
  const preload = () => void popoverPart.load()
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': wanted,
        onClick: () => set(!wanted),
        onPointerEnter: preload,
        onFocus: preload,
      })}
      {Layer ? (
        <Layer
          isOpen={isOpen}
          onClose={close}
          anchor={anchor}
          zIndex={zIndex}
          side={side}
          label={label}
          className={classNames(popup['popup'], styles['popover'])}
          data={{ 'data-x-part': 'popover', 'data-padded': padded ? '' : undefined }}
        >
          {typeof children === 'function' ? children(close) : children}
        </Layer>
      ) : null}
    </>
  )
}
