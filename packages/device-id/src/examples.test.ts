import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('README contains the example that runs', async () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('../examples/first-token.ts')}\`\`\``)

  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/first-token.ts')
  const printed = log.mock.calls
  log.mockRestore()
  expect(printed).toEqual([
    ['terminal code of', 32, 'digits'],
    ['device token:', 'success'],
    ['for the log-in:', 'a'.repeat(40)],
    ['for prices:', undefined],
  ])
})
