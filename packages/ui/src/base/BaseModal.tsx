import { useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { FocusScope } from 'react-aria/FocusScope'
import { PopupHost } from '../layer/popupHost.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { scrollbarWidth } from './scrollLock.ts'
import { useBackdrop } from './useBackdrop.ts'
import { useExit } from './useExit.ts'
import { useModality } from './useModality.ts'

export interface BaseModalProps {
  readonly isOpen: boolean
  /** `undefined` where a press outside may not close it. */
  readonly onBackdrop: (() => void) | undefined
  readonly zIndex: number
  readonly role?: 'dialog' | 'alertdialog'
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  readonly describedBy?: string | undefined
  /**
   * Names a button that only readers of the screen find, where no button in sight closes the modal:
   * a finger has no Escape.
   */
  readonly dismissLabel?: string | undefined
  readonly overlayClassName: string | undefined
  readonly modalClassName: string | undefined
  readonly dialogClassName: string | undefined
  readonly style?: CSSProperties
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>
  readonly children: ReactNode
}

type ShownProps = BaseModalProps & {
  readonly overlay: RefObject<HTMLDivElement | null>
  readonly exiting: boolean
}

/**
 * The one modal of the package: focus is contained and given back, the rest of the page is inert
 * and does not scroll, and only the top popup hears the backdrop (U1). It enters by an animation of
 * its styles and leaves by `data-exiting`.
 */
export function BaseModal(props: BaseModalProps) {
  const overlay = useRef<HTMLDivElement>(null)
  const exiting = useExit(overlay, props.isOpen)
  return props.isOpen || exiting ? <Shown {...props} overlay={overlay} exiting={exiting} /> : null
}

function Shown({
  isOpen,
  onBackdrop,
  zIndex,
  role = 'dialog',
  label,
  labelledBy,
  describedBy,
  dismissLabel,
  overlayClassName,
  modalClassName,
  dialogClassName,
  style,
  data,
  overlay,
  exiting,
  children,
}: ShownProps) {
  const dialog = useRef<HTMLElement>(null)
  const close = isOpen ? onBackdrop : undefined
  const backdrop = useBackdrop(close)
  // Before the modal is in the document: the page is laid out, and asking costs nothing.
  const [scrollbar] = useState(scrollbarWidth)
  const stands = useModality({ isOpen, overlay, dialog, scrollbar })
  const state = exiting ? '' : undefined
  return createPortal(
    <div
      {...data}
      {...backdrop}
      ref={overlay}
      className={overlayClassName}
      style={{ ...style, zIndex }}
      data-x-modal=""
      data-exiting={state}
    >
      <div className={modalClassName} data-exiting={state}>
        {/* Inside: its two marks need not be made inert, and a Tab that wraps around is not looked
            for in the page behind. */}
        <FocusScope restoreFocus contain={isOpen}>
          {dismissLabel !== undefined && close ? (
            <VisuallyHidden>
              <button type="button" tabIndex={-1} aria-label={dismissLabel} onClick={close} />
            </VisuallyHidden>
          ) : null}
          <section
            ref={dialog}
            role={role}
            tabIndex={-1}
            aria-label={label}
            aria-labelledby={labelledBy}
            aria-describedby={describedBy}
            className={dialogClassName}
          >
            <PopupHost value={stands}>{children}</PopupHost>
          </section>
        </FocusScope>
      </div>
    </div>,
    document.body,
  )
}
