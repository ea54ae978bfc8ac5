import { focusSafely } from 'react-aria/private/interactions/focusSafely'
import { ariaHideOutside } from 'react-aria/private/overlays/ariaHideOutside'

interface Standing {
  readonly overlay: Element
  readonly dialog: HTMLElement
  /** Makes the page behind it usable again. */
  show: () => void
}

/**
 * Open modals, lowest first. A rendered modal that is not in it opens in this commit or is closing.
 */
const standing: Standing[] = []

const hide = (modal: Standing) => {
  const below = new Set(standing.slice(0, standing.indexOf(modal)).map(({ overlay }) => overlay))
  const visible = [...document.querySelectorAll('[data-x-modal]')].filter(
    (overlay) => !below.has(overlay),
  )
  modal.show = ariaHideOutside(visible, { shouldUseInert: true })
}

/**
 * Makes everything but the modal, and what opens above it, inert until the returned function is
 * called.
 */
export function hideBehind({
  overlay,
  dialog,
}: {
  readonly overlay: HTMLElement
  readonly dialog: HTMLElement
}): () => void {
  const modal: Standing = { overlay, dialog, show() {} }
  standing.push(modal)
  // StrictMode repeats the effect of a lower modal after this one opened, which makes this one
  // inert. Apply all again, lowest first.
  for (const each of overlay.inert ? [...standing] : [modal]) {
    each.show()
    hide(each)
  }
  return () => {
    standing.splice(standing.indexOf(modal), 1)
    modal.show()
  }
}

/**
 * Lets a field in an opening modal take the focus during its first render. react-aria returns the
 * focus from everything outside its scopes, and the scope of that modal does not exist yet; its
 * listeners are on the document, so they do not see the stopped event. Returns the clean-up.
 */
export function letFocusInto(): () => void {
  const { documentElement } = document
  const onFocus = (event: FocusEvent) => {
    const overlay = event.target instanceof Element ? event.target.closest('[data-x-modal]') : null
    if (overlay && standing.every((modal) => modal.overlay !== overlay)) event.stopPropagation()
  }
  documentElement.addEventListener('focusin', onFocus)
  return () => documentElement.removeEventListener('focusin', onFocus)
}

let giving = 0

/**
 * Focuses the top modal if the element that opened a closed one is inert behind it. Runs two frames
 * later, after react-aria restored the focus; of several modals that close together only the last
 * call counts.
 */
export function giveFocusToTop(): void {
  const give = () => {
    const top = standing.at(-1)
    if (top && document.activeElement === document.body) focusSafely(top.dialog)
  }
  cancelAnimationFrame(giving)
  giving = requestAnimationFrame(() => (giving = requestAnimationFrame(give)))
}
