let holders = 0
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
export function holdPage({ scrollbar }: { readonly scrollbar: number }): () => void {
  holders += 1
  if (holders === 1) restore = hold(scrollbar)
  return () => {
    holders -= 1
    if (holders === 0) restore()
  }
}

function hold(scrollbar: number): () => void {
  const { dataset, style } = document.documentElement
  const { paddingRight } = style
  // Safari before 18.2.
  const fills = scrollbar > 0 && !Reflect.has(style, 'scrollbarGutter')
  dataset['xHeld'] = scrollbar > 0 ? 'scrollbar' : ''
  if (fills) style.paddingRight = `${scrollbar}px`
  return () => {
    delete dataset['xHeld']
    if (fills) style.paddingRight = paddingRight
  }
}
