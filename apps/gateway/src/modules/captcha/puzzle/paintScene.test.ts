import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { drawPuzzle } from './drawPuzzle.ts'
import { distanceToPiece, PICTURE, PIECE, PIECE_BOX, placeOf, RANGE } from './geometry.ts'
import { paintScene, type Raster } from './paintScene.ts'

const SMALL = { width: 64, height: 32 }
const seeds = fc.string({ maxLength: 20 })
const mean = (values: Iterable<number>) => {
  let [sum, count] = [0, 0]
  for (const value of values) [sum, count] = [sum + value, count + 1]
  return sum / count
}
/** Mean step of the colour from a pixel to its right neighbour. */
const roughness = ({ width, height, data }: Raster) =>
  mean(
    (function* () {
      for (let y = 0; y < height; y++)
        for (let x = 1; x < width; x++)
          yield Math.abs(data[(y * width + x) * 3]! - data[(y * width + x - 1) * 3]!)
    })(),
  )

describe('captcha C, reference challenge: the scene', () => {
  it('fills every channel of every pixel with a colour', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.integer({ min: 8, max: 60 }),
        fc.integer({ min: 8, max: 40 }),
        (seed, width, height) => {
          const { data } = paintScene(seed, { width, height })
          expect(data).toHaveLength(width * height * 3)
          // The grain may lift a light colour a little over white; the picture cuts it there.
          expect(data.every((value) => value >= 0 && value < 320)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('is a function of its seed', () => {
    fc.assert(
      fc.property(
        seeds,
        (seed) => void expect(paintScene(seed, SMALL).data).toEqual(paintScene(seed, SMALL).data),
      ),
      { numRuns: 10 },
    )
    expect(paintScene('one', SMALL).data).not.toEqual(paintScene('other', SMALL).data)
  })

  it('has edges besides the hole’s, yet is no noise', () => {
    for (let index = 0; index < 6; index++) {
      const rough = roughness(paintScene(`scene ${index}`, { width: 160, height: 80 }))
      expect(rough).toBeGreaterThan(0.2)
      expect(rough).toBeLessThan(40)
    }
  })
})

describe('captcha C, reference challenge: hole and piece', () => {
  const decode = async (layer: 'background' | 'piece', seed = 'seed') =>
    PNG.sync.read(await drawPuzzle(seed, layer))
  const { scale } = PICTURE
  const luminance = (png: PNG, x: number, y: number) =>
    mean([0, 1, 2].map((channel) => png.data[(y * png.width + x) * 4 + channel]!))

  it('darkens every pixel of the hole against its piece', async () => {
    const [background, piece] = await Promise.all([decode('background'), decode('piece')])
    const { x: left, y: top } = placeOf('seed')
    let [darker, compared] = [0, 0]
    for (let y = 0; y < piece.height; y += 3)
      for (let x = 0; x < piece.width; x += 3) {
        // Well inside, away from both rims.
        if (distanceToPiece(x / scale, y / scale) > -4) continue
        compared += 1
        if (luminance(background, x + left * scale, y + top * scale) < luminance(piece, x, y))
          darker += 1
      }
    expect(compared).toBeGreaterThan(200)
    expect(darker / compared).toBeGreaterThan(0.98)
  })

  it('shows the scene outside the hole', async () => {
    const background = await decode('background')
    const scene = paintScene('seed', {
      width: PICTURE.width * scale,
      height: PICTURE.height * scale,
    })
    const { x: left } = placeOf('seed')
    for (let y = 0; y < background.height; y += 37)
      for (let x = 0; x < (left - 4) * scale; x += 41)
        for (const channel of [0, 1, 2])
          expect(
            Math.abs(
              background.data[(y * background.width + x) * 4 + channel]! -
                Math.min(255, scene.data[(y * scene.width + x) * 3 + channel]!),
            ),
          ).toBeLessThanOrEqual(1)
  })

  it('covers the hole with the piece in place, not before', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { x } = placeOf(seed)
        expect(x).toBeGreaterThanOrEqual(PIECE_BOX.width + 16)
        expect(x + PIECE_BOX.width).toBeLessThanOrEqual(PICTURE.width)
        expect(RANGE + PIECE_BOX.width).toBe(PICTURE.width)
      }),
    )
  })

  it('cuts the notch on top and adds the knob aside', () => {
    const centre = PIECE_BOX.margin + PIECE.body / 2
    expect(distanceToPiece(centre, PIECE_BOX.margin + 1)).toBeGreaterThan(0)
    expect(distanceToPiece(PIECE_BOX.margin + PIECE.body + PIECE.knob / 2, centre)).toBeLessThan(0)
    expect(
      distanceToPiece(PIECE_BOX.margin + PIECE.body + PIECE.knob / 2, PIECE_BOX.margin + 2),
    ).toBeGreaterThan(0)
  })
})
