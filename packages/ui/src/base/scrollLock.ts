let lockCount = 0
let restore = () => {}

/**
 * Pixels that the page's own scrollbar takes from it. Laid out anew if anything was written before:
 * ask first.
 */
export const scrollbarWidth = () => innerWidth - document.documentElement.clientWidth

/**
 * The page does not scroll until the last holder lets go, and keeps the room of its scrollbar
 * (`held.module.css`). An attribute, not a style: the lock of the engine's popups writes and
 * restores `overflow` of the same element in an order of its own.
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
