import { createSeededRandom, type SeededRandom } from './seededRandom.ts'

/** Colours as red, green, blue in 0..255, row by row. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

type Rgb = readonly [number, number, number]

/**
 * A landscape of soft hills under a sky, with a sun and a grain of noise: busy enough that the
 * hole's edge is not its only edge.
 */
export function paintScene(
  seed: string,
  { width, height }: { width: number; height: number },
): Raster {
  const random = createSeededRandom(`${seed}:scene`)
  // Day, dusk or dawn: from cyan over violet to orange.
  const hue = random.between(190, 400)
  const sky: Gradient = {
    near: hsl(hue, 0.45, random.between(0.3, 0.42)),
    far: hsl(hue + random.between(30, 80), 0.6, random.between(0.6, 0.74)),
  }
  const sun = {
    x: random.between(0.1, 0.9) * width,
    y: random.between(0.1, 0.45) * height,
    radius: random.between(0.09, 0.2) * height,
    colour: hsl(hue + 180, 0.75, 0.72),
  }
  const hills = Array.from({ length: 5 }, (_, index) => hill(random, { index, hue, width, height }))
  const grain = noiseField(random)

  // Plain numbers in plain loops: this runs 200,000 times a picture, between other people's orders.
  const data = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 1 + 0.1 * grain(x / 23, y / 23) + 0.08 * grain(x / 7, y / 7)
      const sunShare = smooth(sun.radius + 1.5 - Math.hypot(x - sun.x, y - sun.y))
      for (let channel = 0; channel < 3; channel++) {
        let value = along(sky, channel, y / height)
        value += ((sun.colour[channel] ?? 0) - value) * sunShare
        for (const { tops, tone } of hills) {
          const depth = y - (tops[x] ?? 0)
          if (depth > 0)
            value +=
              (along(tone, channel, Math.min(1, depth / (height * 0.5))) - value) * smooth(depth)
        }
        data[(y * width + x) * 3 + channel] = value * light
      }
    }
  }
  return { width, height, data }
}

interface Gradient {
  readonly near: Rgb
  readonly far: Rgb
}

function along({ near, far }: Gradient, channel: number, share: number): number {
  const from = near[channel] ?? 0
  return from + ((far[channel] ?? 0) - from) * share
}

function hill(
  random: SeededRandom,
  { index, hue, width, height }: { index: number; hue: number; width: number; height: number },
) {
  const base = height * (0.3 + 0.15 * index)
  const waves = [1, 2, 5].map((order) => ({
    size: (height * random.between(0.04, 0.14)) / order,
    length: (order * 2 * Math.PI * random.between(0.7, 1.6)) / width,
    phase: random.next() * 6.28,
  }))
  const tone = hue + random.between(60, 200)
  return {
    tops: Float32Array.from(
      { length: width },
      (_, x) =>
        base +
        waves.reduce(
          (sum, { size, length, phase }) => sum + size * Math.sin(x * length + phase),
          0,
        ),
    ),
    tone: {
      near: hsl(tone, random.between(0.22, 0.42), random.between(0.28, 0.6)),
      far: hsl(tone + 25, 0.32, random.between(0.14, 0.4)),
    },
  }
}

/** Smooth value noise in -1..1 on a lattice of random values. */
function noiseField(random: SeededRandom): (x: number, y: number) => number {
  const size = 64
  const lattice = Float32Array.from({ length: size * size }, () => random.between(-1, 1))
  const value = (x: number, y: number) => lattice[(y & (size - 1)) * size + (x & (size - 1))] ?? 0
  return (x, y) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const ease = (t: number) => t * t * (3 - 2 * t)
    const across = ease(x - left)
    const down = ease(y - top)
    const upper = value(left, top) * (1 - across) + value(left + 1, top) * across
    const lower = value(left, top + 1) * (1 - across) + value(left + 1, top + 1) * across
    return upper * (1 - down) + lower * down
  }
}

function smooth(distance: number): number {
  return Math.min(1, Math.max(0, distance))
}

function hsl(hue: number, saturation: number, lightness: number): Rgb {
  const strength = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const turn = (offset + hue / 30) % 12
    return 255 * (lightness - strength * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}
