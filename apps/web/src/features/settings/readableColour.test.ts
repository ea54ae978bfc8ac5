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
