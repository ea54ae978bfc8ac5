import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('runs the example that the README shows', async () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('../examples/lamp.ts')}\`\`\``)

  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/lamp.ts')
  const printed = log.mock.calls
  log.mockRestore()
  expect(printed).toEqual([
    ['the lamp is', 'on'],
    ['the lamp is', 'off'],
    [expect.stringContaining('| on | off | off |')],
  ])
})
