import { describe, expect, it } from 'vitest'
import { createReader, exportsOf } from './docstrings.mjs'

function undocumented(files: Readonly<Record<string, string>>): string[] {
  const read = createReader((file: string) => files[file])
  return exportsOf('/src/exports/index.ts', read)
    .filter(({ isDocumented }) => !isDocumented)
    .map(({ name, file, line }) => `${file}:${line} ${name}`)
}

describe('exportsOf', () => {
  it('finds exports without a docstring at their declarations', () => {
    expect(
      undocumented({
        '/src/exports/index.ts': "export { a, b, type C } from '../a.ts'\n",
        '/src/a.ts':
          '/** Documented. */\nexport const a = 1\n// no docstring\nexport function b() ' +
          '{}\nexport interface C {}\n',
      }),
    ).toEqual(['/src/a.ts:4 b', '/src/a.ts:5 C'])
  })

  it.each([
    ['a rename', "export { inner as outer } from '../a.ts'\n"],
    ['a star', "export * from '../b.ts'\n"],
    ['an import and an export', "import { inner } from '../a.ts'\nexport { inner }\n"],
  ])('follows %s', (_what, entry) => {
    expect(
      undocumented({
        '/src/exports/index.ts': entry,
        '/src/a.ts': 'export const inner = 1\n',
        '/src/b.ts': "export { inner } from './a.ts'\n",
      }),
    ).toEqual(['/src/a.ts:1 inner'])
  })

  it('accepts one docstring for all overloads', () => {
    expect(
      undocumented({
        '/src/exports/index.ts':
          '/** Reads. */\nexport function a(b: 1): 1\nexport function a(b: 2): 2\nexport ' +
          'function a(b: number) { return b }\n',
      }),
    ).toEqual([])
  })

  it('leaves out what another package declares', () => {
    expect(undocumented({ '/src/exports/index.ts': "export { a } from '@x/kit'\n" })).toEqual([])
  })

  it('refuses a name that is declared nowhere', () => {
    expect(() =>
      undocumented({ '/src/exports/index.ts': "export { a } from '../a.ts'\n" }),
    ).toThrow('exports a, which is declared nowhere')
  })
})
