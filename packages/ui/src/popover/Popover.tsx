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
import { lazyPopover } from '../lazy/lazyOverlays.ts'
import { useLazyPopup } from '../lazy/useLazyPopup.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import popup from './popup.module.css'
import styles from './popover.module.css'

/** Props for the button that opens a popup. */
export interface PopupTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly 'aria-haspopup': 'dialog' | 'menu'
  readonly 'aria-expanded': boolean
  readonly onClick: (event: MouseEvent<HTMLElement>) => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  /** Hover and focus load the code of the popup. */
  readonly onPointerEnter?: () => void
  readonly onFocus?: () => void
}

/** Props of `Popover`. */
export interface PopoverProps extends WidgetProps {
  /** Accessible name of the popup. */
  readonly label: string
  /** Renders the trigger: `trigger={(props) => <Button {...props}>Filter</Button>}`. */
  readonly trigger: (props: PopupTriggerProps) => ReactElement
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly side?: Side
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** Pads the content. Default true. */
  readonly padded?: boolean
}

/** A popup with interactive content at its trigger. It takes the focus and returns it. */
export function Popover({
  label,
  trigger,
  children,
  side = 'bottom start',
  open,
  onOpenChange,
  padded = true,
  id,
  className,
  style,
}: PopoverProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [uncontrolled, setUncontrolled] = useState(false)
  const wanted = open ?? uncontrolled
  const set = (next: boolean) => {
    setUncontrolled(next)
    onOpenChange?.(next)
  }
  const close = () => set(false)
  const { Layer, isOpen, zIndex } = useLazyPopup(lazyPopover, {
    isOpen: wanted,
    onEscape: close,
    onFail: close,
    anchor,
  })
  const preload = () => void lazyPopover.load()
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
          id={id}
          className={classNames(popup['popup'], styles['popover'], className)}
          style={style}
          data={{ 'data-x-part': 'popover', 'data-padded': padded ? '' : undefined }}
        >
          {typeof children === 'function' ? children(close) : children}
        </Layer>
      ) : null}
    </>
  )
}
