import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import type { Side } from '../base/BasePopover.tsx'
import { classNames } from '../classNames.ts'
import { lazyMenu } from '../lazy/lazyOverlays.ts'
import { useLazyPopup } from '../lazy/useLazyPopup.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import type { PopupTriggerProps } from '../popover/Popover.tsx'
import popup from '../popover/popup.module.css'
import popover from '../popover/popover.module.css'
import type { MenuEntry } from '../base/menuChoice.ts'
import styles from './menu.module.css'

/** Props of `Menu`. */
export interface MenuProps extends WidgetProps {
  readonly label: string
  /** Renders the trigger: `trigger={(props) => <Button {...props}>More</Button>}`. */
  readonly trigger: (props: PopupTriggerProps) => ReactElement
  readonly items: readonly MenuEntry[]
  readonly onAction?: (key: string) => void
  readonly side?: Side
}

/**
 * Actions, links or a choice of one behind a button. Its code is loaded on hover or focus of the
 * trigger.
 */
export function Menu({
  label,
  trigger,
  items,
  onAction,
  side = 'bottom start',
  id,
  className,
  style,
}: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { Layer, zIndex } = useLazyPopup(lazyMenu, {
    isOpen,
    onEscape: close,
    onFail: close,
    anchor,
  })
  const preload = () => void lazyMenu.load()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      {trigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen(!isOpen),
        onKeyDown,
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
          className={classNames(popup['popup'], popover['popover'], className)}
          style={style}
          items={items}
          onAction={onAction}
          styles={styles}
        />
      ) : null}
    </>
  )
}
