import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createPictureEncoder } from './encodePicture.ts'
import { encodeAnew } from './pictureThread.ts'

const SIDE = 8
const raster = { width: SIDE, height: SIDE, data: Buffer.alloc(SIDE * SIDE * 4, 200) }
const png = () => {
  const picture = new PNG({ width: SIDE, height: SIDE })
  picture.data = Buffer.from(raster.data)
  return PNG.sync.write(picture)
}
const jpegFile = () => Buffer.from(jpeg.encode(raster, 90).data)
const SECRET = '<script>51.4778 N</script>'
/** A comment after the start of the file, and text after its end. */
const withSecrets = (file: Buffer): Buffer => {
  const comment = Buffer.concat([
    Buffer.from([0xff, 0xfe, 0, SECRET.length + 2]),
    Buffer.from(SECRET),
  ])
  return Buffer.concat([file.subarray(0, 2), comment, file.subarray(2), Buffer.from(SECRET)])
}

/** A text chunk before the end of the file. */
const withText = (file: Buffer): Buffer => {
  const chunk = Buffer.from(`tEXt${SECRET}`)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(SECRET.length)
  sum.writeUInt32BE(crc32(chunk))
  const end = file.length - 12
  return Buffer.concat([file.subarray(0, end), length, chunk, sum, file.subarray(end)])
}

describe('a picture of the chat (products 2)', () => {
  it.each([
    ['image/png', () => withText(png())],
    ['image/jpeg', () => withSecrets(jpegFile())],
  ])('keeps the pixels of an %s and nothing else', (mediaType, file) => {
    const answer = encodeAnew(file())
    expect(answer.mediaType).toBe(mediaType)
    expect(Buffer.from(answer.bytes).includes(SECRET)).toBe(false)
    const again = encodeAnew(answer.bytes)
    expect(again.mediaType).toBe(mediaType)
  })

  it.each([
    ['text', Buffer.from('hello')],
    ['a vector picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['the start of a PNG only', png().subarray(0, 20)],
    ['half a JPEG', jpegFile().subarray(0, 60)],
    ['a PNG with more after its end', Buffer.concat([png(), Buffer.from(SECRET)])],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', (_, file) => {
    expect(() => encodeAnew(file)).toThrow()
  })

  it('refuses a bomb before anything is unpacked', () => {
    const bomb = png()
    bomb.writeUInt32BE(100_000, 16)
    bomb.writeUInt32BE(100_000, 20)
    expect(() => encodeAnew(bomb)).toThrow(RangeError)
  })

  it('survives broken files on its thread', async () => {
    const encode = createPictureEncoder()
    const answers = await Promise.all([encode(Buffer.from('x')), encode(png())])
    expect(answers.map((answer) => answer?.mediaType)).toEqual([undefined, 'image/png'])
  })
})
