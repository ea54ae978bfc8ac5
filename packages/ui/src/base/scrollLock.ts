let lockCount = 0
let restore = () => {}

/**
 * Returns the width of the page's scrollbar in pixels. Forces a layout if styles changed: measure
 * first.
 */
export const scrollbarWidth = () => innerWidth - document.documentElement.clientWidth

/**
 * Locks the scrolling of the page until the last lock is released, and keeps the space of its
 * scrollbar (`scrollLock.module.css`). It sets an attribute, not a style: react-aria writes and
 * restores `overflow` of the same element in its own order. Returns the release.
 */
export function lockScroll({ scrollbar }: { readonly scrollbar: number }): () => void {
  lockCount += 1
  if (lockCount === 1) restore = lock(scrollbar)
  return () => {
    lockCount -= 1
    if (lockCount === 0) restore()
  }
}

function lock(scrollbar: number): () => void {
  const { dataset, style } = document.documentElement
  const { paddingRight } = style
  // Safari before 18.2.
  const fills = scrollbar > 0 && !Reflect.has(style, 'scrollbarGutter')
  dataset['xScrollLocked'] = scrollbar > 0 ? 'scrollbar' : ''
  if (fills) style.paddingRight = `${scrollbar}px`
  return () => {
    delete dataset['xScrollLocked']
    if (fills) style.paddingRight = paddingRight
  }
}
