import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { parentPort } from 'node:worker_threads'

/** What a picture is encoded as. */
export type PictureType = 'image/png' | 'image/jpeg'

export interface PictureAnswer {
  readonly mediaType: PictureType
  readonly bytes: Uint8Array
}

/** More pixels than a page of a statement needs; a bomb has more. */
const MOST_PIXELS = 8_000_000
const MOST_MEGABYTES = 200
const QUALITY = 85
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_SIZE_AT = 16

/**
 * Decodes a picture and encodes its pixels anew, so that nothing else of the file is kept: neither
 * places in its metadata, nor what follows its end.
 * @throws Error where it is no PNG or JPEG, is broken, or has too many pixels.
 */
export function encodeAnew(given: Uint8Array): PictureAnswer {
  const file = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  if (file.subarray(0, PNG_START.length).equals(PNG_START)) return encodePng(file)
  if (file[0] === 0xff && file[1] === 0xd8) return encodeJpeg(file)
  throw new TypeError('Neither a PNG nor a JPEG')
}

function encodePng(file: Buffer): PictureAnswer {
  // Before anything is inflated.
  assertSize(file.readUInt32BE(PNG_SIZE_AT), file.readUInt32BE(PNG_SIZE_AT + 4))
  const { width, height, data } = PNG.sync.read(file)
  const copy = new PNG({ width, height })
  copy.data = data
  return { mediaType: 'image/png', bytes: PNG.sync.write(copy) }
}

function encodeJpeg(file: Buffer): PictureAnswer {
  const { width, height, data } = jpeg.decode(file, {
    useTArray: true,
    tolerantDecoding: false,
    maxResolutionInMP: MOST_PIXELS / 1_000_000,
    maxMemoryUsageInMB: MOST_MEGABYTES,
  })
  assertSize(width, height)
  return { mediaType: 'image/jpeg', bytes: jpeg.encode({ width, height, data }, QUALITY).data }
}

function assertSize(width: number, height: number): void {
  if (width === 0 || height === 0 || width * height > MOST_PIXELS)
    throw new RangeError('The picture has no pixels, or too many')
}

parentPort?.once('message', (file: Uint8Array) => parentPort?.postMessage(encodeAnew(file)))
