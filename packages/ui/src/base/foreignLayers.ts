/** What these widgets put beside the page; their own rules say what may be used. */
const OWN =
  '[data-x-modal], [data-x-part], [data-rac], [data-testid=underlay], [data-live-announcer], ' +
  '[data-react-aria-top-layer]:not([data-x-above])'

const isForeign = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement && !node.matches(OWN) && node.querySelector(OWN) === null

/**
 * Keeps usable what other scripts add to the page while a modal is open, and so above it: a
 * security check, a wallet's window. It is marked before react-aria, which sees additions later,
 * makes it inert and takes the focus from it. Returns the clean-up, which takes the marks away.
 */
export function keepForeignUsable(): () => void {
  const marked = new Set<HTMLElement>()
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!isForeign(node)) continue
        node.dataset['xAbove'] = ''
        node.dataset['reactAriaTopLayer'] = 'true'
        marked.add(node)
      }
  })
  observer.observe(document.body, { childList: true })
  return () => {
    observer.disconnect()
    for (const { dataset } of marked) {
      delete dataset['xAbove']
      delete dataset['reactAriaTopLayer']
    }
  }
}
