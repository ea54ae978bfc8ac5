import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { bookAtTheEnd } from '../naiveReplay.ts'
import { writeSampleTape } from '../../../apps/gateway/src/market/tape/sampleTape.ts'
import { textOf } from '../trading.ts'

const recordings = process.env['RECORDINGS_DIR'] ?? path.resolve(import.meta.dirname, '../../../../shared/data')
const recorded = path.join(recordings, 'spot-btcusdt_20240808.gz')

test('the displayed book equals the recorded tape, and its end pauses the market', async ({ page, home, consoleErrors }) => {
  const isReal = existsSync(recorded)
  const tape = isReal ? recorded : writeSampleTape(path.join(home.dataDir, 'sample'))
  console.log(isReal ? 'On the real recording' : 'No recording here: on a generated tape in the same format')
  const gateway = await home.start({ MARKET_SOURCE: `tape:${tape}`, MARKET_SPEED: '1000000' })
  try {
    await expect.poll(() => gateway.output(), { timeout: 30_000 }).toContain('The tape has ended')
    await page.goto(`${gateway.url}/en/spot/BTCUSDT`)
    const { bids, asks } = bookAtTheEnd(tape)
    await expect(rows(page, 'spot.bids').first()).toBeVisible()
    const [shownBids, shownAsks] = [await shown(page, 'spot.bids'), await shown(page, 'spot.asks')]
    expect(shownBids.length).toBeGreaterThanOrEqual(8)
    expect(shownBids).toEqual(bids.slice(0, shownBids.length))
    expect(shownAsks).toEqual(asks.slice(0, shownAsks.length))
    expect(consoleErrors).toEqual([])
  } finally {
    await gateway.stop()
  }
})

const rows = (page: Page, side: 'spot.bids' | 'spot.asks') => page.getByRole('list', { name: textOf(side), exact: true }).getByRole('button')

/** Price and size of each row, without thousands separators, best first. */
async function shown(page: Page, side: 'spot.bids' | 'spot.asks'): Promise<string[][]> {
  const texts = await rows(page, side).evaluateAll((buttons) => buttons.map((button) => [...button.children].slice(0, 2).map((cell) => (cell.textContent ?? '').replaceAll(',', ''))))
  return texts
}
