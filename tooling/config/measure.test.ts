import { describe, expect, it } from 'vitest'
import { figuresOf, percentile, readFunctions } from './measure.mjs'

describe('percentile', () => {
  it.each([
    [0.5, 3],
    [0.9, 5],
    [0.99, 5],
  ])('gives the value that a share of %d does not exceed', (share, value) => {
    expect(percentile([5, 1, 4, 2, 3], share)).toBe(value)
  })

  it('gives 0 of nothing', () => {
    expect(percentile([], 0.9)).toBe(0)
  })
})

describe('readFunctions', () => {
  it('counts lines of functions with a body, nested ones too', () => {
    const text = 'function a() {\n  const b = () => 1\n  return b\n}\ndeclare function c(): void\n'
    expect(readFunctions(text).lines).toEqual([4, 1])
  })

  it('counts non-null assertions and no negations', () => {
    expect(readFunctions('const a = b! + c!.d\nconst e = !f\n').nonNull).toBe(2)
  })

  it('reads JSX', () => {
    expect(readFunctions('const A = () => <p>{b!}</p>\n', { isJsx: true }).nonNull).toBe(1)
  })
})

describe('figuresOf', () => {
  const files = [
    { file: 'packages/a/src/a.ts', text: 'const a = b!\n'.repeat(10) },
    { file: 'packages/a/src/b.ts', text: 'export {}\n'.repeat(30) },
    { file: 'packages/a/src/a.test.ts', text: 'it()\n'.repeat(60) },
  ]

  it('measures source apart from tests', () => {
    expect(figuresOf(files)).toMatchObject({
      files: 2,
      lines: 40,
      median: 10,
      longest: 12,
      nonNull: 250,
      tests: 1.5,
    })
  })
})
