import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, readableColour } from './readableColour.ts'

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('keeps picked colours readable at 4.5:1 (locale Colours)', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      for (const surface of ['#0b0d12', '#12151c', '#222733'])
        expect(contrast(readableColour(colour, 'dark') ?? '', surface)).toBeGreaterThanOrEqual(4.5)
      for (const surface of ['#ffffff', '#f3f5f8', '#ebeef3'])
        expect(contrast(readableColour(colour, 'light') ?? '', surface)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
it('a colour that reads already stays as it is', () => {
  expect(readableColour('#8ea2ff', 'dark')).toBe('#8ea2ff')
  expect(readableColour('#3b50d9', 'light')).toBe('#3b50d9')
})
it.each(['', 'red', '#fff', '#12345g', 'url(x)'])('%j is no colour', (text) =>
  expect(readableColour(text, 'dark')).toBeUndefined(),
)

it.each([
  ['#ffffff', '#000000', 21],
  ['#000000', '#ffffff', 21],
  ['#777777', '#777777', 1],
  ['#767676', '#ffffff', 4.54],
  ['#0000ff', '#ffffff', 8.59],
])('measures the contrast of %s on %s as WCAG does', (a, b, ratio) => {
  expect(contrast(a, b)).toBeCloseTo(ratio, 2)
})

it.each([
  ['#000000', 'dark'],
  ['#ffffff', 'light'],
] as const)('moves %s no further than it has to in the %s theme', (colour, theme) => {
  const shown = readableColour(colour, theme) ?? ''
  const surface = theme === 'dark' ? '#222733' : '#ebeef3'
  expect(contrast(shown, surface)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(shown, surface)).toBeLessThan(5.5)
})

it('keeps the hue where it moves a colour', () => {
  const shown = readableColour('#800000', 'dark') ?? ''
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(shown.slice(at, at + 2), 16),
  )
  expect(red).toBeGreaterThan(green)
  expect(green).toBe(blue)
})

it('reads capital digits', () => {
  expect(readableColour('#8EA2FF', 'dark')).toBe('#8ea2ff')
})
