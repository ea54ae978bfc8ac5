import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')

it('prints what the comments of the example in README.md say', () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? []
  const expected = [...example.matchAll(/console\.log\(.*\) \/\/ ([^:\n]+)/g)].map(
    ([, line]) => line,
  )
  // Any package that depends on @x/decimal: the import resolves from the working directory.
  const printed = execFileSync(
    process.execPath,
    ['--conditions=x-source', '--input-type=module', '--eval', example],
    { cwd: path.join(root, 'packages/trading'), encoding: 'utf8' },
  )
  expect(expected).toHaveLength(2)
  expect(printed.trim().split('\n')).toEqual(expected)
})
