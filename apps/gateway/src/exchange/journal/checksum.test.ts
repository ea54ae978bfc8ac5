import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checksum } from './checksum.ts'

it('is the CRC-32 of zlib for short and long records', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(40), fc.nat(40), (bytes, skip, cut) => {
      const from = Math.min(skip, bytes.length)
      const to = Math.max(from, bytes.length - cut)
      expect(checksum(bytes, from, to)).toBe(crc32(bytes.subarray(from, to)))
    }),
  )
})
