/**
 * Calls the listener whenever theme, palette or direction of colours change: what is painted on a
 * canvas does not follow the tokens by itself.
 */
export function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-palette', 'data-updown'],
  })
  return () => observer.disconnect()
}
