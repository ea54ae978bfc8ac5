import { toHex } from '@x/kit'

/** WCAG 2.2: text of normal size. */
const NEEDED = 4.5
/**
 * The lightest surface of the dark theme and the darkest of the light one: what is readable there
 * is readable on all of them.
 */
const SURFACES = { dark: '#222733', light: '#ebeef3' } as const

/**
 * The colour, moved towards white or black until figures in it can be read on every surface of the
 * theme. `undefined` for what is no `#rrggbb`.
 */
export function readableColour(colour: string, theme: 'dark' | 'light'): string | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return undefined
  const end = theme === 'dark' ? 255 : 0
  const channels = channelsOf(colour)
  for (let share = 0; share <= 100; share += 4) {
    const mixed = hex(
      channels.map((channel) => Math.round((channel * (100 - share) + end * share) / 100)),
    )
    if (contrast(mixed, SURFACES[theme]) >= NEEDED) return mixed
  }
  return hex([end, end, end])
}

export function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const channelsOf = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const hex = (channels: readonly number[]) => `#${toHex(Uint8Array.from(channels))}`
