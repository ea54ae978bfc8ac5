import { focusSafely } from 'react-aria/private/interactions/focusSafely'
import { ariaHideOutside } from 'react-aria/private/overlays/ariaHideOutside'
import { keepForeignUsable } from './foreignLayers.ts'

interface OpenModal {
  readonly overlay: Element
  readonly dialog: HTMLElement
  /** Makes the page behind it usable again. */
  show: () => void
}

/**
 * Open modals, lowest first. A rendered modal that is not in it opens in this commit or is closing.
 */
const openModals: OpenModal[] = []
/** Ends with the last open modal. */
let endKeeping = () => {}

const hide = (modal: OpenModal) => {
  const below = new Set(
    openModals.slice(0, openModals.indexOf(modal)).map(({ overlay }) => overlay),
  )
  const visible = [...document.querySelectorAll('[data-x-modal]')].filter(
    (overlay) => !below.has(overlay),
  )
  modal.show = ariaHideOutside(visible, { shouldUseInert: true })
}

/**
 * Makes everything but the modal, and what opens above it, inert until the returned function is
 * called.
 */
export function makeOutsideInert({
  overlay,
  dialog,
}: {
  readonly overlay: HTMLElement
  readonly dialog: HTMLElement
}): () => void {
  const modal: OpenModal = { overlay, dialog, show() {} }
  // Before react-aria begins to look for what is added.
  if (openModals.length === 0) endKeeping = keepForeignUsable()
  openModals.push(modal)
  // StrictMode repeats the effect of a lower modal after this one opened, which makes this one
  // inert. Apply all again, lowest first.
  for (const each of overlay.inert ? [...openModals] : [modal]) {
    each.show()
    hide(each)
  }
  return () => {
    openModals.splice(openModals.indexOf(modal), 1)
    modal.show()
    if (openModals.length === 0) endKeeping()
  }
}

/**
 * Lets a field in an opening modal take the focus during its first render. react-aria returns the
 * focus from everything outside its scopes, and the scope of that modal does not exist yet; its
 * listeners are on the document, so they do not see the stopped event. Returns the clean-up.
 */
export function allowFocusWhileOpening(): () => void {
  const { documentElement } = document
  const onFocus = (event: FocusEvent) => {
    const overlay = event.target instanceof Element ? event.target.closest('[data-x-modal]') : null
    if (overlay && openModals.every((modal) => modal.overlay !== overlay)) event.stopPropagation()
  }
  documentElement.addEventListener('focusin', onFocus)
  return () => documentElement.removeEventListener('focusin', onFocus)
}

let frame = 0

/**
 * Focuses the top modal if the element that opened a closed one is inert behind it. Runs two frames
 * later, after react-aria restored the focus; of several modals that close together only the last
 * call counts.
 */
export function focusTopModal(): void {
  const focusTop = () => {
    const top = openModals.at(-1)
    if (top && document.activeElement === document.body) focusSafely(top.dialog)
  }
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(() => (frame = requestAnimationFrame(focusTop)))
}
