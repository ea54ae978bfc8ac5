import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('runs the example of the README', async () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('../examples/placeOrder.ts')}\`\`\``)

  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/placeOrder.ts')
  const printed = log.mock.calls
  log.mockRestore()
  expect(printed).toEqual([
    ['POST', '/v1/spot/order/place', 'is signed in mode', '2'],
    ['buying', '0.01', 'at', '90000.1'],
    ['order', '17', 'is', 'open'],
  ])
})
