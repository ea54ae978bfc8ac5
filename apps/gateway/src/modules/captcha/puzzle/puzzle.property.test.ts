import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { drawPuzzle } from './drawPuzzle.ts'
import { distanceToPiece, PICTURE, PIECE, PIECE_BOX, placeOf, RANGE } from './geometry.ts'
import { createSeededRandom } from './seededRandom.ts'

const seeds = fc.string({ maxLength: 40 })

describe('captcha C, reference challenge: chance from a seed', () => {
  it('gives the same numbers within bounds for the same seed', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.double({ min: -500, max: 500, noNaN: true }),
        fc.double({ min: 0, max: 500, noNaN: true }),
        (seed, min, width) => {
          const [one, other] = [createSeededRandom(seed), createSeededRandom(seed)]
          for (let draw = 0; draw < 20; draw++) {
            const value = one.next()
            expect(other.next()).toBe(value)
            expect(value >= 0 && value < 1).toBe(true)
          }
          const between = one.between(min, min + width)
          expect(between >= min && between <= min + width).toBe(true)
        },
      ),
    )
  })

  it('goes on beyond one block of the hash, and evenly', () => {
    const random = createSeededRandom('even')
    const counts = Array.from({ length: 10 }, () => 0)
    for (let draw = 0; draw < 10_000; draw++) counts[Math.floor(random.next() * 10)]! += 1
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })
})

describe('captcha C, reference challenge: the place of the piece', () => {
  it('lies inside the picture, reachable, and away from the piece’s start', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { x, y } = placeOf(seed)
        expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true)
        expect(x > PIECE_BOX.width && x <= RANGE).toBe(true)
        expect(y >= 0 && y + PIECE_BOX.height <= PICTURE.height).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('does not follow from the picture’s own seed of colours', () => {
    const places = new Set(Array.from({ length: 200 }, (_, index) => placeOf(`seed ${index}`).x))
    expect(places.size).toBeGreaterThan(80)
  })
})

describe('captcha C, reference challenge: the outline of the piece', () => {
  it('changes distance no faster than the point moves', () => {
    const inBox = fc.double({ min: -10, max: 70, noNaN: true })
    fc.assert(
      fc.property(
        inBox,
        inBox,
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (x, y, dx, dy) => {
          expect(
            Math.abs(distanceToPiece(x + dx, y + dy) - distanceToPiece(x, y)),
          ).toBeLessThanOrEqual(Math.hypot(dx, dy) + 1e-9)
        },
      ),
    )
  })

  it('lies within its box', () => {
    for (let x = -20; x < PIECE_BOX.width + 20; x += 2)
      for (let y = -20; y < PIECE_BOX.height + 20; y += 2) {
        const isInBox = x >= 0 && x <= PIECE_BOX.width && y >= 0 && y <= PIECE_BOX.height
        if (!isInBox) expect(distanceToPiece(x, y)).toBeGreaterThan(0)
      }
    expect(
      distanceToPiece(PIECE_BOX.margin + PIECE.body / 2, PIECE_BOX.margin + PIECE.body / 2),
    ).toBeLessThan(0)
  })
})

describe('captcha C, reference challenge: the pictures', () => {
  const decode = async (seed: string, layer: 'background' | 'piece') =>
    PNG.sync.read(await drawPuzzle(seed, layer))

  it('are the same for the same seed and others for another', async () => {
    const [one, again, other] = await Promise.all(
      ['a', 'a', 'b'].map((seed) => drawPuzzle(seed, 'background')),
    )
    expect(one!.equals(again!)).toBe(true)
    expect(one!.equals(other!)).toBe(false)
  })

  it('are opaque behind, and a piece with nothing around it before', async () => {
    const [background, piece] = await Promise.all([decode('a', 'background'), decode('a', 'piece')])
    const alphas = (png: PNG) =>
      Array.from({ length: png.width * png.height }, (_, index) => png.data[index * 4 + 3]!)
    expect([background.width, background.height]).toEqual([
      PICTURE.width * PICTURE.scale,
      PICTURE.height * PICTURE.scale,
    ])
    expect(new Set(alphas(background))).toEqual(new Set([255]))
    expect([piece.width, piece.height]).toEqual([
      PIECE_BOX.width * PICTURE.scale,
      PIECE_BOX.height * PICTURE.scale,
    ])
    expect(alphas(piece)[0]).toBe(0)
    const solid = alphas(piece).filter((alpha) => alpha === 255).length
    // The square, the knob beside it, less the notch: about the area of the square.
    expect(solid / (PIECE.body * PICTURE.scale) ** 2).toBeGreaterThan(0.85)
    expect(solid / (PIECE.body * PICTURE.scale) ** 2).toBeLessThan(1.1)
  })

  it('hold no text in which a place could stand', async () => {
    const bytes = await drawPuzzle('a', 'background')
    const chunks: string[] = []
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
      chunks.push(bytes.toString('latin1', at + 4, at + 8))
    expect(new Set(chunks)).toEqual(
      new Set(['IHDR', 'IDAT', 'IEND', ...chunks.filter((name) => name === 'gAMA')]),
    )
  })
})
