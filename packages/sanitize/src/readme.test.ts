import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'

const folder = path.resolve(import.meta.dirname, '..')

it('prints the example in the README', () => {
  const example = readFileSync(path.join(folder, 'examples/announcement.ts'), 'utf8').trim()
  expect(readFileSync(path.join(folder, 'README.md'), 'utf8')).toContain(example)
})

it('prints only safe content from the example', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import('../examples/announcement.ts')
  expect(log.mock.calls).toEqual([
    ['', 'exampleapp://spot/BTCUSDT'],
    ['/icons/btc.png', ''],
    ['', 'Maintenance at 02:00'],
    ['<p>From <b>02:00</b></p><a href="/help" target="_blank" rel="noopener noreferrer">Help</a>'],
  ])
  log.mockRestore()
})
