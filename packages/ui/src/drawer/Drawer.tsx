import { useId, useState, type ReactNode } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import type { DialogDismissal } from '../dialog/Dialog.tsx'
import { useGuardedClose } from '../dialog/useGuardedClose.ts'
import { Shape } from '../icon/Shape.tsx'
import { CROSS } from '../icon/shapes.ts'
import { lazyModal } from '../lazy/lazyOverlays.ts'
import { usePreload } from '../lazy/usePreload.ts'
import { useLazyPopup } from '../lazy/useLazyPopup.ts'
import { useCloseOnBack } from '../layer/useCloseOnBack.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { DRAWER_SIZE, edgeOf, type DrawerDirection } from './drawerEdge.ts'
import { useSwipeToClose } from './useSwipeToClose.ts'
import '../base/scrollLock.module.css'
import styles from './drawer.module.css'

/** How a drawer was closed other than by its own buttons. */
export type DrawerDismissal = DialogDismissal | 'back' | 'swipe'

/** Props of `Drawer`. */
export interface DrawerProps extends WidgetProps {
  readonly open: boolean
  /** Called with `false` when the user closes it, and how. */
  readonly onOpenChange: (open: boolean, how: DrawerDismissal) => void
  readonly title: ReactNode
  /**
   * Direction in which it moves in. Default `rtl`: from the end. ltr and rtl are mirrored in
   * right-to-left languages.
   */
  readonly direction?: DrawerDirection
  /** Does not mirror ltr and rtl. Default false. */
  readonly physical?: boolean
  /** CSS length along the direction; default 30 %. `auto` fits the content. */
  readonly size?: string
  readonly footer?: ReactNode
  readonly children?: ReactNode
  /** Resolves to false to keep the drawer open. */
  readonly beforeClose?: (how: DrawerDismissal) => boolean | Promise<boolean>
  /** Hides the header; screen readers still announce the title. Default false. */
  readonly bare?: boolean
  readonly padded?: boolean
  /**
   * Name of the button in the grip of a sheet (`btt`) that draws it up to the whole height; a swipe
   * up does the same, and one down takes it back before it closes. Without it the sheet has one
   * height.
   */
  readonly expandLabel?: string
}

/**
 * A panel at an edge of the screen (U6). Escape, the corner button, Back, a swipe to its edge, and
 * a press that begins and ends on the backdrop close it. With `btt` it is a bottom sheet.
 */
export function Drawer({
  open,
  onOpenChange,
  title,
  direction = 'rtl',
  physical = false,
  size = DRAWER_SIZE,
  footer,
  children,
  beforeClose,
  bare = false,
  padded = true,
  expandLabel,
  id,
  className,
  style,
}: DrawerProps) {
  const strings = useUiStrings()
  const titleId = useId()
  const dismiss = useGuardedClose({ beforeClose, onClose: (how) => onOpenChange(false, how) })
  const { Layer, isOpen, zIndex } = useLazyPopup(lazyModal, {
    isOpen: open,
    onEscape: () => dismiss('escape'),
    onFail: () => onOpenChange(false, 'close'),
  })
  useCloseOnBack({ isOpen, onBack: () => dismiss('back') })
  const edge = edgeOf({ direction, physical })
  const canExpand = expandLabel !== undefined && edge === 'bottom'
  const [isTall, setTall] = useTall({ isOpen })
  const swipe = useSwipeToClose({
    edge,
    onSwipe: () => (isTall ? setTall(false) : dismiss('swipe')),
    onExpand: canExpand && !isTall ? () => setTall(true) : undefined,
  })
  usePreload(lazyModal)
  if (!Layer) return null
  return (
    <Layer
      isOpen={isOpen}
      onBackdrop={() => dismiss('backdrop')}
      {...(bare && typeof title === 'string' ? { label: title } : { labelledBy: titleId })}
      zIndex={zIndex}
      dismissLabel={bare ? strings.close : undefined}
      overlayClassName={styles['overlay']}
      id={id}
      modalClassName={classNames(styles['drawer'], className)}
      modalStyle={style}
      dialogClassName={styles['dialog']}
      style={customProperties({ '--x-drawer-size': isTall ? '100dvb' : size })}
      data={{ 'data-x-part': 'drawer-overlay', 'data-edge': edge }}
    >
      <div {...swipe} className={styles['swipe']}>
        {canExpand ? (
          <button
            type="button"
            className={styles['gripButton']}
            data-swipes=""
            aria-label={expandLabel}
            aria-pressed={isTall}
            onClick={() => setTall(!isTall)}
          >
            <span className={styles['grip']} />
          </button>
        ) : direction === 'btt' ? (
          <span className={styles['grip']} data-swipes="" aria-hidden="true" />
        ) : null}
        <DrawerTitle id={titleId} title={title} bare={bare} onClose={() => dismiss('close')} />
        <div className={styles['body']} data-padded={padded || undefined} data-x-part="drawer-body">
          {children}
        </div>
        {footer ? <footer className={styles['footer']}>{footer}</footer> : null}
      </div>
    </Layer>
  )
}

/** Whether a sheet is drawn up; each opening begins with its own height. */
function useTall({ isOpen }: { readonly isOpen: boolean }) {
  const [isTall, setTall] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setTall(false)
  }
  return [isTall, setTall] as const
}

interface DrawerTitleProps extends Pick<DrawerProps, 'title' | 'bare'> {
  readonly id: string
  readonly onClose: () => void
}

/** The header; for screen readers only where the drawer is bare and its title no plain text. */
function DrawerTitle({ id, title, bare, onClose }: DrawerTitleProps) {
  const strings = useUiStrings()
  if (bare)
    return typeof title === 'string' ? null : (
      <VisuallyHidden>
        <span id={id}>{title}</span>
      </VisuallyHidden>
    )
  return (
    <header className={styles['header']} data-swipes="">
      <h2 className={styles['title']} id={id} data-x-part="drawer-title">
        {title}
      </h2>
      <IconButton
        size="small"
        icon={<Shape of={CROSS} />}
        label={strings.close}
        onClick={onClose}
      />
    </header>
  )
}
