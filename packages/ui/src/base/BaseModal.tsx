import type { CSSProperties, ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { BaseLocale } from './BaseLocale.tsx'

export interface BaseModalProps {
  readonly isOpen: boolean
  /** `undefined` where a press outside may not close it. */
  readonly onBackdrop: (() => void) | undefined
  readonly zIndex: number
  readonly role?: 'dialog' | 'alertdialog'
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  readonly describedBy?: string | undefined
  readonly overlayClassName: string | undefined
  readonly modalClassName: string | undefined
  readonly dialogClassName: string | undefined
  readonly style?: CSSProperties
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>
  readonly children: ReactNode
}

/**
 * The one modal of the package: focus is contained and given back, the rest of the page is inert and does not scroll,
 * and only the top popup hears the backdrop (U1).
 */
export function BaseModal({ isOpen, onBackdrop, zIndex, role = 'dialog', label, labelledBy, describedBy, overlayClassName, modalClassName, dialogClassName, style, data, children }: BaseModalProps) {
  return (
    <BaseLocale>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onBackdrop?.()
        }}
        isDismissable={onBackdrop !== undefined}
        // Escape is heard by the layer instead: it knows compositions and the popups of other widgets.
        isKeyboardDismissDisabled
        className={overlayClassName ?? ''}
        style={{ ...style, zIndex }}
        {...data}
      >
        <Modal className={modalClassName ?? ''}>
          <Dialog
            role={role}
            className={dialogClassName ?? ''}
            {...(label === undefined ? {} : { 'aria-label': label })}
            {...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy })}
            {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
          >
            {children}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </BaseLocale>
  )
}
