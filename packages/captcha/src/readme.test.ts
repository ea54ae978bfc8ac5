import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'

const folder = path.resolve(import.meta.dirname, '..')

it('README contains the example that runs', () => {
  const example = readFileSync(path.join(folder, 'examples/login.ts'), 'utf8').trim()
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain(example)
})

it('runs the example through every state to passed', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/login.ts')
  expect(log.mock.calls.map(([first]) => first as unknown)).toEqual([
    'requesting',
    'loading',
    'opening',
    'open',
    'checking',
    'passed',
    'idle',
    'passed',
  ])
  log.mockRestore()
})
