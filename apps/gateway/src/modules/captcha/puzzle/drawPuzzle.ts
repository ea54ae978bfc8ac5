import { PNG } from 'pngjs'
import { distanceToPiece, PICTURE, PIECE_BOX, placeOf } from './geometry.ts'
import { paintScene, type Raster } from './paintScene.ts'

export type Layer = 'background' | 'piece'

/**
 * The picture with the hole, or the piece that belongs there; pixels only, never a path that a
 * script could read a place from.
 */
export function drawPuzzle(seed: string, layer: Layer): Promise<Buffer> {
  const { scale } = PICTURE
  const scene = paintScene(seed, { width: PICTURE.width * scale, height: PICTURE.height * scale })
  return layer === 'background' ? drawBackground(scene, seed) : drawPiece(scene, seed)
}

function drawBackground(scene: Raster, seed: string): Promise<Buffer> {
  const { x: left, y: top } = placeOf(seed)
  const { scale } = PICTURE
  const plain: Look = { shade: 1, rim: 0, alpha: 255 }
  const isNear = (x: number, y: number) =>
    x > left - 2 && x < left + PIECE_BOX.width + 2 && y > top - 2 && y < top + PIECE_BOX.height + 2
  return encode(scene, (x, y) => {
    if (!isNear(x / scale, y / scale)) return plain
    const distance = distanceToPiece((x + 0.5) / scale - left, (y + 0.5) / scale - top) * scale
    const inside = coverage(distance)
    // Darker towards the upper edge of the hole, as a recess would be; a light line around it.
    const shade = 1 - inside * (0.62 - 0.12 * Math.min(1, -distance / 14))
    const rim = coverage(Math.abs(distance) - 0.9) * 0.55
    return { shade, rim, alpha: 255 }
  })
}

function drawPiece(scene: Raster, seed: string): Promise<Buffer> {
  const { x: left, y: top } = placeOf(seed)
  const { scale } = PICTURE
  const cut: Raster = {
    width: PIECE_BOX.width * scale,
    height: PIECE_BOX.height * scale,
    data: new Float32Array(PIECE_BOX.width * PIECE_BOX.height * scale * scale * 3),
  }
  for (let y = 0; y < cut.height; y++) {
    const from = ((y + top * scale) * scene.width + left * scale) * 3
    cut.data.set(scene.data.subarray(from, from + cut.width * 3), y * cut.width * 3)
  }
  return encode(cut, (x, y) => {
    const distance = distanceToPiece((x + 0.5) / scale, (y + 0.5) / scale) * scale
    return {
      shade: 1.04,
      rim: coverage(Math.abs(distance + 1) - 1.2) * 0.85,
      alpha: 255 * coverage(distance),
    }
  })
}

/** How much of a pixel lies inside an outline at this distance. */
function coverage(distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance))
}

interface Look {
  /** Multiplies the colour. */
  shade: number
  /** Share of white laid over it. */
  rim: number
  alpha: number
}

function encode(
  { width, height, data }: Raster,
  lookAt: (x: number, y: number) => Look,
): Promise<Buffer> {
  const png = new PNG({ width, height, deflateLevel: 6, filterType: 4 })
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { shade, rim, alpha } = lookAt(x, y)
      const at = y * width + x
      for (let channel = 0; channel < 3; channel++) {
        const value = (data[at * 3 + channel] ?? 0) * shade
        png.data[at * 4 + channel] = Math.max(0, Math.min(255, value + (255 - value) * rim))
      }
      png.data[at * 4 + 3] = alpha
    }
  }
  // The stream compresses on the thread pool; it is of the old kind, which cannot be iterated.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    png
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject)
    png.pack()
  })
}
