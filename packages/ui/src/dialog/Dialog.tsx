import { useId, type ReactNode } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { classNames } from '../classNames.ts'
import { customProperties } from '../customProperties.ts'
import { Shape } from '../icon/Shape.tsx'
import { CROSS } from '../icon/shapes.ts'
import { lazyModal } from '../lazy/lazyOverlays.ts'
import { usePreload } from '../lazy/usePreload.ts'
import { useLazyPopup } from '../lazy/useLazyPopup.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { WidgetProps } from '../WidgetProps.ts'
import { useGuardedClose } from './useGuardedClose.ts'
import '../base/scrollLock.module.css'
import styles from './dialog.module.css'

/** Width of a dialog. */
export type DialogSize = 'small' | 'medium' | 'large' | 'extraLarge'

/** Widths in pixels (U2, spec section 9). */
export const DIALOG_WIDTHS: Readonly<Record<DialogSize, number>> = {
  small: 396,
  medium: 480,
  large: 640,
  extraLarge: 720,
}

/** How a dialog was closed other than by its own buttons. */
export type DialogDismissal = 'escape' | 'backdrop' | 'close'

/** Props of `Dialog`. */
export interface DialogProps extends WidgetProps {
  readonly open: boolean
  /** Called with `false` when the user closes it, and how. */
  readonly onOpenChange: (open: boolean, how: DialogDismissal) => void
  readonly title: ReactNode
  /** small 396, medium 480, large 640, extraLarge 720 px. Default `small`. */
  readonly size?: DialogSize
  /** Buttons, the confirming one last. */
  readonly footer?: ReactNode
  readonly children?: ReactNode
  /** Resolves to false to keep the dialog open. */
  readonly beforeClose?: (how: DialogDismissal) => boolean | Promise<boolean>
  readonly escapeCloses?: boolean
  readonly backdropCloses?: boolean
  /** Shows the corner button. Default true. */
  readonly closeButton?: boolean
  readonly role?: 'dialog' | 'alertdialog'
  /** Id of the element that describes an `alertdialog`. */
  readonly describedBy?: string
  /**
   * Called when the code of the dialog cannot be loaded, so that it was never visible. Default:
   * `onOpenChange(false, 'close')`, without `beforeClose`.
   */
  readonly onUnavailable?: () => void
}

/** A modal dialog (U1, spec section 9). Its code is loaded on demand; see `onUnavailable`. */
export function Dialog({
  open,
  onOpenChange,
  title,
  size = 'small',
  footer,
  children,
  beforeClose,
  escapeCloses = true,
  backdropCloses = true,
  closeButton = true,
  role = 'dialog',
  describedBy,
  onUnavailable,
  id,
  className,
  style,
}: DialogProps) {
  const strings = useUiStrings()
  const titleId = useId()
  const dismiss = useGuardedClose({ beforeClose, onClose: (how) => onOpenChange(false, how) })
  const { Layer, isOpen, zIndex } = useLazyPopup(lazyModal, {
    isOpen: open,
    onEscape: escapeCloses ? () => dismiss('escape') : undefined,
    onFail: onUnavailable ?? (() => onOpenChange(false, 'close')),
  })
  usePreload(lazyModal)
  const close = () => dismiss('close')
  if (!Layer) return null
  return (
    <Layer
      isOpen={isOpen}
      onBackdrop={backdropCloses ? () => dismiss('backdrop') : undefined}
      role={role}
      labelledBy={titleId}
      describedBy={describedBy}
      zIndex={zIndex}
      dismissLabel={closeButton ? undefined : strings.close}
      overlayClassName={styles['overlay']}
      id={id}
      modalClassName={classNames(styles['modal'], className)}
      modalStyle={style}
      dialogClassName={styles['dialog']}
      style={customProperties({ '--x-dialog-width': `${DIALOG_WIDTHS[size]}px` })}
      data={{ 'data-x-part': 'dialog-overlay' }}
    >
      <DialogHeader id={titleId} title={title} closeButton={closeButton} onClose={close} />
      <div className={styles['body']} data-x-part="dialog-body">
        {children}
      </div>
      {footer ? (
        <footer className={styles['footer']} data-x-part="dialog-footer">
          {footer}
        </footer>
      ) : null}
    </Layer>
  )
}

interface DialogHeaderProps extends Pick<DialogProps, 'title' | 'closeButton'> {
  readonly id: string
  readonly onClose: () => void
}

function DialogHeader({ id, title, closeButton, onClose }: DialogHeaderProps) {
  const strings = useUiStrings()
  return (
    <header className={styles['header']}>
      <h2 className={styles['title']} id={id} data-x-part="dialog-title">
        {title}
      </h2>
      {closeButton ? (
        <IconButton
          size="small"
          icon={<Shape of={CROSS} />}
          label={strings.close}
          onClick={onClose}
        />
      ) : null}
    </header>
  )
}
