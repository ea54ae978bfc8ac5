import type { LoadImage } from './measureDomains.ts'

/** Loads an image as the page would show it, under the page's content policy. */
export const loadImage: LoadImage = async (url, { signal }) => {
  const image = new Image()
  // An aborted image must not go on loading into the void.
  const stop = () => image.removeAttribute('src')
  signal.addEventListener('abort', stop, { once: true })
  image.decoding = 'async'
  image.referrerPolicy = 'no-referrer'
  image.src = url
  try {
    await image.decode()
    signal.throwIfAborted()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
