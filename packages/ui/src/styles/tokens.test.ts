import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** Returns the custom properties of the first block whose selector list ends in `selector`. */
function block(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const body = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries(
    [...body.matchAll(/--x-([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

const themes = { light: block("[data-theme='light']"), dark: block("[data-theme='dark']") }

/** Returns the WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string | undefined, b: string | undefined): number {
  const [low = 0, high = 0] = [luminance(a ?? ''), luminance(b ?? '')].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** Mixes `share` per cent of `over` with `under`, like the browser. */
function mix(over: string, under: string, share: number): string {
  const channel = (at: number) =>
    Math.round(
      (Number.parseInt(over.slice(at, at + 2), 16) * share +
        Number.parseInt(under.slice(at, at + 2), 16) * (100 - share)) /
        100,
    )
  return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`
}

const inks = [
  'text',
  'text-2',
  'text-3',
  'accent',
  'warning',
  'classic-a',
  'classic-b',
  'safe-a',
  'safe-b',
]
const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3']
const fills = ['accent', 'classic-a', 'classic-b', 'safe-a', 'safe-b']

describe.each(Object.entries(themes))('tokens of the %s theme', (theme, tokens) => {
  it.each(inks.flatMap((ink) => surfaces.map((surface) => [ink, surface])))(
    '%s has a contrast of 4.5:1 on %s (visual 1)',
    (ink = '', surface = '') => {
      expect(contrast(tokens[ink], tokens[surface])).toBeGreaterThanOrEqual(4.5)
    },
  )
  it.each(['classic-a', 'classic-b', 'safe-a', 'safe-b'])(
    'a %s number has a contrast of 4.5:1 during its flash (visual 1)',
    (ink) => {
      const [figure = '', panel = ''] = [tokens[ink], tokens['surface-1']]
      expect(
        contrast(figure, mix(figure, panel, Number.parseFloat(tokens['flash-share'] ?? ''))),
      ).toBeGreaterThanOrEqual(4.5)
    },
  )
  it.each(fills)('gives text on a %s button contrast 4.5:1 (visual 1)', (fill) => {
    expect(contrast(tokens['on-fill'], tokens[fill])).toBeGreaterThanOrEqual(4.5)
  })
  it('focus ring and control edges have a contrast of 3:1', () => {
    for (const surface of surfaces.slice(0, 3)) {
      expect(contrast(tokens['focus'], tokens[surface])).toBeGreaterThanOrEqual(3)
      expect(
        contrast(tokens['control-edge'], tokens[surface]),
        `${theme} ${surface}`,
      ).toBeGreaterThanOrEqual(3)
    }
  })
})

it('define the same names in both themes (visual 1)', () => {
  expect(Object.keys(themes.dark).sort()).toEqual(Object.keys(themes.light).sort())
})

it('match the figures of the visual rules (visual 1)', () => {
  const picked = ({ light, dark }: typeof themes, name: string) => [dark[name], light[name]]
  expect(
    [
      'surface-0',
      'text',
      'accent',
      'classic-a',
      'classic-b',
      'safe-a',
      'safe-b',
      'warning',
      'focus',
    ].map((name) => picked(themes, name)),
  ).toEqual([
    ['#0b0d12', '#f3f5f8'],
    ['#e9ecf1', '#12161d'],
    ['#8ea2ff', '#3b50d9'],
    ['#2dbd8a', '#0a7a55'],
    ['#ff6b7a', '#c7273c'],
    ['#4da3ff', '#0b63c4'],
    ['#ff9a3d', '#a84b00'],
    ['#f2b84b', '#8a5a00'],
    ['#b9c5ff', '#3b50d9'],
  ])
})

it('match sizes, spaces, heights and times (visual 2)', () => {
  const value = (name: string) => new RegExp(`--x-${name}: ([^;]+);`).exec(css)?.[1]
  expect(
    ['meta', 'dense', 'body', 'control', 'title', 'heading', 'display'].map((name) =>
      value(`size-${name}`),
    ),
  ).toEqual(['11px', '12px', '13px', '14px', '16px', '20px', '28px'])
  expect([1, 2, 3, 4, 5, 6, 7].map((step) => value(`space-${step}`))).toEqual([
    '2px',
    '4px',
    '8px',
    '12px',
    '16px',
    '24px',
    '32px',
  ])
  expect(['mini', 'small', 'standard', 'large'].map((name) => value(`height-${name}`))).toEqual([
    '24px',
    '28px',
    '32px',
    '40px',
  ])
  expect(['control', 'overlay', 'theme', 'flash'].map((name) => value(`motion-${name}`))).toEqual([
    '120ms',
    '200ms',
    '400ms',
    '250ms',
  ])
})
