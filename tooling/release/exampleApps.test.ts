import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { filesIn } from '../config/sourceFiles.mjs'
import { exampleApps, QUICK_APPS } from './exampleApps.mjs'

const examples = path.resolve(import.meta.dirname, '../../examples')
const read = (...file: readonly string[]) => readFileSync(path.join(examples, ...file), 'utf8')

/** Only some compilers accept `./Form.tsx`; the configuration of each app says whether its does. */
it.each(exampleApps())('imports files of %s as its compiler accepts them', (name) => {
  const files = filesIn(path.join(examples, name))
  const configurations = files.filter((file) => /^tsconfig.*\.json$/.test(file))
  const allowsEndings = configurations.some((file) =>
    read(name, file).includes('"allowImportingTsExtensions": true'),
  )
  const withEnding = files
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /from '\.[^']*\.tsx?'/.test(read(name, file)))
  expect(allowsEndings ? [] : withEnding).toEqual([])
})

it('knows every app of the quick set', () => {
  expect(exampleApps()).toEqual(expect.arrayContaining([...QUICK_APPS]))
})
