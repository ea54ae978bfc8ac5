import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const sources = path.resolve(import.meta.dirname, '../..')
const widgets = path.resolve(sources, '../../../packages/ui/src')
const read = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: folder }).map((file) => ({
    file,
    text: readFileSync(path.join(folder, file), 'utf8'),
  }))

it('asks for no style property that nothing defines (visual 1)', () => {
  const sheets = read(sources, '**/*.css')
  const defining = [
    ...sheets,
    ...read(sources, '**/*.tsx'),
    ...read(widgets, '**/*.css'),
    ...read(widgets, '**/*.tsx'),
  ]
  const defined = new Set(
    defining.flatMap(({ text }) =>
      [...text.matchAll(/(--[\w-]+)(?:'\]?|"\]?)?\s*:/g)].map(([, name]) => name),
    ),
  )
  expect(defined.size).toBeGreaterThan(100)
  const missing = sheets.flatMap(({ file, text }) =>
    // One with a value of its own for where it is missing is handed in.
    [...text.matchAll(/var\((--[\w-]+)\s*\)/g)]
      .filter(([, name]) => !defined.has(name))
      .map(([, name]) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})
