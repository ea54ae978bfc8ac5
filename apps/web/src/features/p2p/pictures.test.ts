import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, isPicture } from './pictures.ts'

const MIB = 1024 * 1024

describe('a file for the chat (products 2)', () => {
  it.each([
    ['image/png', 1, true],
    ['image/jpeg', 2 * MIB, true],
    ['image/png', 2 * MIB + 1, false],
    ['image/png', 0, false],
    ['image/svg+xml', 10, false],
    ['image/gif', 10, false],
    ['image/PNG', 10, false],
    ['text/html', 10, false],
    ['', 10, false],
  ])('may be sent as %o with %i bytes: %s', (type, size, may) => {
    expect(isPicture({ type, size })).toBe(may)
  })

  it.each([
    [[], ''],
    [[0], 'AA=='],
    [[255, 255], '//8='],
    [[1, 2, 3], 'AQID'],
  ])('sends the bytes %j as %o', async (bytes, text) => {
    expect(await base64Of(new Blob([new Uint8Array(bytes)]))).toBe(text)
  })

  it('arrives as it was, whatever its size', async () => {
    const sizes = fc.constantFrom(1, 8_191, 8_192, 8_193, 16_384, 20_000)
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(255), async (size, first) => {
        const bytes = Uint8Array.from({ length: size }, (_, at) => (first + at * 7) % 256)
        expect(Buffer.from(await base64Of(new Blob([bytes])), 'base64')).toEqual(Buffer.from(bytes))
      }),
      { numRuns: 12 },
    )
  })
})
