import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

it('runs the example of the README', () => {
  const example = path.resolve(import.meta.dirname, '../examples/followBook.ts')
  const printed = execFileSync(process.execPath, [
    '--conditions=x-source',
    '--disable-warning=ExperimentalWarning',
    example,
  ]).toString()
  expect(printed).toContain('live bid 61837.63 ask 61837.64')
  expect(printed).toContain("{ price: '61838', size: '1.25', total: '1.25' }")
})
