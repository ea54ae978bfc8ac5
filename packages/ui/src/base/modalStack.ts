import { focusSafely } from 'react-aria/private/interactions/focusSafely'
import { ariaHideOutside } from 'react-aria/private/overlays/ariaHideOutside'

interface Standing {
  readonly overlay: Element
  readonly dialog: HTMLElement
  /** Lets the page behind it be used again. */
  show: () => void
}

/**
 * Open modals, from below. One that is drawn but not among them opens in this commit, or is on its
 * way out.
 */
const standing: Standing[] = []

const hide = (modal: Standing) => {
  const below = new Set(standing.slice(0, standing.indexOf(modal)).map(({ overlay }) => overlay))
  const visible = [...document.querySelectorAll('[data-x-modal]')].filter(
    (overlay) => !below.has(overlay),
  )
  modal.show = ariaHideOutside(visible, { shouldUseInert: true })
}

/** Everything but the modal is inert until the answer is called, and what opens above it. */
export function hideBehind({
  overlay,
  dialog,
}: {
  readonly overlay: HTMLElement
  readonly dialog: HTMLElement
}): () => void {
  const modal: Standing = { overlay, dialog, show() {} }
  standing.push(modal)
  // One below shut it out: its effect was repeated (StrictMode) when this one stood already. They
  // all look once more, from below.
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
 * The engine brings the focus back from whatever is in none of its scopes, and a field that takes
 * it as it is drawn has it before its scope is there. The scopes listen on the document: of a modal
 * that does not stand yet they hear nothing.
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
 * What opened a modal may be behind another one by now, and takes no focus: then the one that is on
 * top has it. After the engine's own attempt, and of modals that go one shortly after the other
 * after the last one's: the focus that the last one leaves is on its way to what opened that.
 */
export function giveFocusToTop(): void {
  const give = () => {
    const top = standing.at(-1)
    if (top && document.activeElement === document.body) focusSafely(top.dialog)
  }
  cancelAnimationFrame(giving)
  giving = requestAnimationFrame(() => (giving = requestAnimationFrame(give)))
}
