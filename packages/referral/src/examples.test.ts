import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('runs the README’s example: codes for seven days, and none after clear', async () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('../examples/registration.ts')}\`\`\``)

  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/registration.ts')
  const printed = log.mock.calls
  log.mockRestore()
  expect(printed).toEqual([
    [
      'registering with',
      { channelCode: 'spring', vipCode: 'v7' },
      'from',
      'https://exchange.example/de/join',
    ],
    ['kept for days:', 7],
    ['left:', undefined],
  ])
})
