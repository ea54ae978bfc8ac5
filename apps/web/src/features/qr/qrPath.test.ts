import fc from 'fast-check'
import { expect, it } from 'vitest'
import { qrPath } from './qrPath.ts'

/** Paints the rectangles of a path of the form `M<x> <y>h<w>v1h-<w>z` back into modules. */
function painted(path: string, { width, height }: { width: number; height: number }): boolean[][] {
  const modules = Array.from({ length: height }, () => Array.from({ length: width }, () => false))
  for (const [, x = '', y = '', w = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(w))
  return modules
}

it('a picture has exactly the dark modules of its code', () => {
  const code = fc.integer({ min: 1, max: 12 }).chain((width) =>
    fc.array(fc.array(fc.boolean(), { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 12,
    }),
  )
  fc.assert(
    fc.property(code, (modules) => {
      expect(
        painted(qrPath(modules), { width: modules[0]?.length ?? 0, height: modules.length }),
      ).toEqual(modules)
    }),
  )
})
it('merges neighbours into one rectangle', () =>
  expect(qrPath([[true, true, false, true]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1z'))
