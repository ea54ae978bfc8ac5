import { Worker } from 'node:worker_threads'
import type { PictureAnswer } from './pictureThread.ts'

export type EncodePicture = (file: Uint8Array) => Promise<PictureAnswer | undefined>

const MOST_MEGABYTES = 256

/**
 * Encodes pictures anew, one at a time, each on a thread of its own that ends with it: what a
 * broken file does to a decoder stays there, and requests are answered meanwhile. `undefined`: it
 * is no picture that can be read.
 */
export function createPictureEncoder(): EncodePicture {
  let last: Promise<unknown> = Promise.resolve()
  return (file) => {
    const answer = last.then(() => encodeOnThread(file))
    last = answer
    return answer
  }
}

function encodeOnThread(file: Uint8Array): Promise<PictureAnswer | undefined> {
  const worker = new Worker(new URL('./pictureThread.ts', import.meta.url), {
    env: {},
    name: 'picture',
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  return new Promise((resolve) => {
    worker.once('message', (answer: PictureAnswer) => resolve(answer))
    // Followed by 'exit'; without a listener it would end the process.
    worker.on('error', () => {})
    worker.once('exit', () => resolve(undefined))
    worker.postMessage(file)
  })
}
