import { describe, expect, it } from 'vitest'
import { loadImage } from './loadImage.ts'

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ' +
  'AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const open = () => new AbortController()

describe('loading an image in a browser', () => {
  it('resolves once the image is there', async () => {
    await expect(loadImage(PIXEL, { signal: open().signal })).resolves.toBeUndefined()
  })

  it.each([
    '/no-such-image.png',
    'data:image/png;base64,AAAA',
    'data:text/html,<p>no image</p>',
    'http://127.0.0.1:1/refused.png',
  ])('rejects %s', async (url) => {
    await expect(loadImage(url, { signal: open().signal })).rejects.toThrow()
  })

  it('rejects with its signal, and stops loading', async () => {
    const controller = open()
    // A port that the platform never answers on would be refused at once; this one only ends by the
    // signal or by the network.
    const loading = loadImage(`/no-such-image.png?${Math.random()}`, { signal: controller.signal })
    controller.abort()
    await expect(loading).rejects.toThrow()
  })
})
