/** Domains beyond this number would cost more to test than the fastest of them saves. */
export const MOST_CANDIDATES = 8

/**
 * The origins of a configuration that may serve images: https, or http on this machine, where
 * development happens. What is no such origin is left out, as is what stands there twice.
 */
export function candidateOrigins(configured: readonly string[]): readonly string[] {
  return [...new Set(configured.flatMap((text) => originOf(text) ?? []))].slice(0, MOST_CANDIDATES)
}

function originOf(text: string): string | undefined {
  const url = URL.parse(text.trim())
  if (
    !url ||
    url.username !== '' ||
    url.password !== '' ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== ''
  )
    return undefined
  const isLocal =
    url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]'
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url.origin : undefined
}
