import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('runs the README’s example, and it prints what its comments say', async () => {
  const source = read('../examples/quickstart.ts')
  expect(read('../README.md')).toContain(`\`\`\`ts\n${source}\`\`\``)

  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/quickstart.ts')
  const printed = log.mock.calls.map(([value]) => String(value))
  log.mockRestore()
  expect(printed).toEqual([...source.matchAll(/\) \/\/ (.+)$/gm)].map((match) => match[1]))
})
