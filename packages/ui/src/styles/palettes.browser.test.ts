import './tokens.css'
import { afterEach, expect, it } from 'vitest'

const root = document.documentElement
afterEach(() => {
  for (const name of ['theme', 'palette', 'updown']) delete root.dataset[name]
  root.removeAttribute('style')
})

const PAIRS = {
  classic: ['--x-classic-a', '--x-classic-b'],
  safe: ['--x-safe-a', '--x-safe-b'],
  custom: ['--x-custom-a', '--x-custom-b'],
} as const
const PALETTES = Object.keys(PAIRS) as (keyof typeof PAIRS)[]
const cases = ['dark', 'light'].flatMap((theme) =>
  PALETTES.flatMap((palette) =>
    (['green-up', 'red-up'] as const).map((updown) => ({ theme, palette, updown })),
  ),
)

const value = (name: string, element: Element = root) =>
  getComputedStyle(element).getPropertyValue(name)

it.each(cases)(
  'applies $palette with $updown in the $theme theme (locale Colours)',
  ({ theme, palette, updown }) => {
    Object.assign(root.dataset, { theme, palette, updown })
    root.style.setProperty('--x-custom-a', '#123456')
    root.style.setProperty('--x-custom-b', '#654321')
    const [a, b] = PAIRS[palette].map((name) => value(name))
    expect(a).toMatch(/^#[0-9a-f]{6}$/i)
    expect(a).not.toBe(b)
    expect([value('--x-up'), value('--x-down')]).toEqual(updown === 'green-up' ? [a, b] : [b, a])
  },
)

it('uses classic colours, green for rising, by default (locale Colours)', () => {
  const part = document.createElement('div')
  part.dataset['theme'] = 'light'
  document.body.append(part)
  for (const element of [root, part])
    expect([value('--x-up', element), value('--x-down', element)]).toEqual([
      value('--x-classic-a', element),
      value('--x-classic-b', element),
    ])
  part.remove()
})
