import { useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { FocusScope } from 'react-aria/FocusScope'
import { PopupReadyContext } from '../layer/popupReady.ts'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { scrollbarWidth } from './scrollLock.ts'
import { useBackdrop } from './useBackdrop.ts'
import { useExitAnimation } from './useExitAnimation.ts'
import { useModality } from './useModality.ts'

/** Props of the modal that dialog and drawer share. */
export interface BaseModalProps {
  readonly isOpen: boolean
  /** Called on a press of the backdrop; `undefined` if that must not close the modal. */
  readonly onBackdrop: (() => void) | undefined
  readonly zIndex: number
  readonly role?: 'dialog' | 'alertdialog'
  readonly id?: string | undefined
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  readonly describedBy?: string | undefined
  /**
   * Name of a visually hidden close button, for modals without a visible one: touch screens have no
   * Escape.
   */
  readonly dismissLabel?: string | undefined
  readonly overlayClassName: string | undefined
  readonly modalClassName: string | undefined
  readonly dialogClassName: string | undefined
  /** Style of the backdrop. */
  readonly style?: CSSProperties
  readonly modalStyle?: CSSProperties | undefined
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>
  readonly children: ReactNode
}

type ModalContentProps = BaseModalProps & {
  readonly overlay: RefObject<HTMLDivElement | null>
  readonly exiting: boolean
}

/**
 * The modal of dialog and drawer. It contains and restores focus, makes the rest of the page inert,
 * locks its scrolling, and only the top popup reacts to its backdrop (U1). The style sheet animates
 * it: entering on mount, leaving by `data-exiting`.
 */
export function BaseModal(props: BaseModalProps) {
  const overlay = useRef<HTMLDivElement>(null)
  const exiting = useExitAnimation(overlay, props.isOpen)
  return props.isOpen || exiting ? (
    <ModalContent {...props} overlay={overlay} exiting={exiting} />
  ) : null
}

function ModalContent({
  isOpen,
  onBackdrop,
  zIndex,
  role = 'dialog',
  id,
  label,
  labelledBy,
  describedBy,
  dismissLabel,
  overlayClassName,
  modalClassName,
  dialogClassName,
  style,
  modalStyle,
  data,
  overlay,
  exiting,
  children,
}: ModalContentProps) {
  const dialog = useRef<HTMLElement>(null)
  const close = isOpen ? onBackdrop : undefined
  const backdrop = useBackdrop(close)
  // Measured before the modal is in the document, so that it costs no extra layout.
  const [scrollbar] = useState(scrollbarWidth)
  const ready = useModality({ isOpen, overlay, dialog, scrollbar })
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
      <div className={modalClassName} style={modalStyle} data-exiting={state}>
        {/* Inside: its two marks need not be made inert, and a Tab that wraps around is not looked
            for in the page behind. */}
        <FocusScope restoreFocus contain={isOpen}>
          {close ? <DismissButton label={dismissLabel} onPress={close} /> : null}
          <section
            ref={dialog}
            role={role}
            id={id}
            tabIndex={-1}
            aria-label={label}
            aria-labelledby={labelledBy}
            aria-describedby={describedBy}
            className={dialogClassName}
          >
            <PopupReadyContext value={ready}>{children}</PopupReadyContext>
          </section>
        </FocusScope>
      </div>
    </div>,
    document.body,
  )
}

interface DismissButtonProps {
  readonly label: string | undefined
  readonly onPress: () => void
}

function DismissButton({ label, onPress }: DismissButtonProps) {
  if (label === undefined) return null
  return (
    <VisuallyHidden>
      <button type="button" tabIndex={-1} aria-label={label} onClick={onPress} />
    </VisuallyHidden>
  )
}
