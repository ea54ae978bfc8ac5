import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('runs the example of the README', async () => {
  const source = read('../examples/verify.ts')
  expect(read('../README.md')).toContain(`\`\`\`ts\n${source}\`\`\``)

  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/verify.ts')
  const printed = log.mock.calls.map(([value]) => String(value))
  log.mockRestore()
  expect(printed).toEqual([...source.matchAll(/\) \/\/ (.+)$/gm)].map((match) => match[1]))
})
