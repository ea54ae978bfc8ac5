import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'

const folder = path.resolve(import.meta.dirname, '..')

it('README contains the example that runs', () => {
  const example = readFileSync(path.join(folder, 'examples/quickstart.ts'), 'utf8').trim()
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain(example)
})

it('runs the example with assets, a toast and a typed error', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/quickstart.ts')
  expect(log.mock.calls).toEqual([
    ['assets', [{ asset: 'USDT', available: '1000' }]],
    ['toast', 'Insufficient balance (/v1/spot/order/place)'],
    ['refused', '40201', 'toasted', true],
  ])
  log.mockRestore()
})
