import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('runs the example that the README shows', async () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('../examples/paper-mode.ts')}\`\`\``)

  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/paper-mode.ts')
  const printed = log.mock.calls
  log.mockRestore()
  expect(printed).toEqual([
    ['simulation is', 'on'],
    ['go to', '/de/futures/usdt/BTCUSDT'],
    ['may show /de/fee:', true],
    ['go to', '/de/spot/BTCUSDT'],
    ['may show /de/p2p:', false],
    ['simulation is', 'off'],
    ['reload'],
  ])
})
