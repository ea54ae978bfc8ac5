import { useRef, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { mergeProps } from 'react-aria/mergeProps'
import { Overlay } from 'react-aria/Overlay'
import { useDialog } from 'react-aria/useDialog'
import { useModalOverlay } from 'react-aria/useModalOverlay'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { BaseLocale } from './BaseLocale.tsx'
import { useExit } from './useExit.ts'

export interface BaseModalProps {
  readonly isOpen: boolean
  /** `undefined` where a press outside may not close it. */
  readonly onBackdrop: (() => void) | undefined
  readonly zIndex: number
  readonly role?: 'dialog' | 'alertdialog'
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  readonly describedBy?: string | undefined
  /** Names a button that only readers of the screen find, where no button in sight closes the modal: a finger has no Escape. */
  readonly dismissLabel?: string | undefined
  readonly overlayClassName: string | undefined
  readonly modalClassName: string | undefined
  readonly dialogClassName: string | undefined
  readonly style?: CSSProperties
  readonly data?: Readonly<Record<`data-${string}`, string | undefined>>
  readonly children: ReactNode
}

type ShownProps = BaseModalProps & { readonly overlay: RefObject<HTMLDivElement | null>; readonly exiting: boolean }

/**
 * The one modal of the package: focus is contained and given back, the rest of the page is inert and does not scroll,
 * and only the top popup hears the backdrop (U1). It enters by an animation of its styles and leaves by `data-exiting`.
 */
export function BaseModal(props: BaseModalProps) {
  const overlay = useRef<HTMLDivElement>(null)
  const exiting = useExit(overlay, props.isOpen)
  if (!props.isOpen && !exiting) return null
  return (
    <BaseLocale>
      <Overlay isExiting={exiting}>
        <Shown {...props} overlay={overlay} exiting={exiting} />
      </Overlay>
    </BaseLocale>
  )
}

function Shown({ isOpen, onBackdrop, zIndex, dismissLabel, overlayClassName, modalClassName, style, data, overlay, exiting, ...dialog }: ShownProps) {
  const modal = useRef<HTMLDivElement>(null)
  const close = () => onBackdrop?.()
  const { modalProps, underlayProps } = useModalOverlay(
    // Escape is heard by the layer instead: it knows compositions and the popups of other widgets.
    { isDismissable: onBackdrop !== undefined, isKeyboardDismissDisabled: true },
    { isOpen, close, open: nothing, toggle: nothing, setOpen: nothing, point: null, setPoint: nothing },
    modal,
  )
  const state = exiting ? '' : undefined
  return (
    <div {...underlayProps} {...data} ref={overlay} className={overlayClassName} style={{ ...style, zIndex }} data-exiting={state}>
      <div {...modalProps} ref={modal} className={modalClassName} data-exiting={state}>
        {dismissLabel !== undefined && onBackdrop ? (
          <VisuallyHidden>
            <button type="button" tabIndex={-1} aria-label={dismissLabel} onClick={close} />
          </VisuallyHidden>
        ) : null}
        <Content {...dialog} />
      </div>
    </div>
  )
}

const nothing = () => {}

type ContentProps = Pick<BaseModalProps, 'role' | 'label' | 'labelledBy' | 'describedBy' | 'dialogClassName' | 'children'>

/** Takes the focus once the modal around it has made the rest of the page inert. */
function Content({ role = 'dialog', label, labelledBy, describedBy, dialogClassName, children }: ContentProps) {
  const dialog = useRef<HTMLElement>(null)
  const names = { ...(label === undefined ? {} : { 'aria-label': label }), ...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy }), ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }) }
  const { dialogProps } = useDialog({ role, ...names }, dialog)
  return (
    <section {...mergeProps(dialogProps, names)} ref={dialog} className={dialogClassName}>
      {children}
    </section>
  )
}
