import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import FirstUse, { type Guide } from './FirstUse.tsx'

let browser: TestBrowser
beforeEach(() => void (browser = createTestBrowser()))
afterEach(cleanup)

const show = async (guide: Guide) => {
  cleanup()
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  renderPage(<FirstUse key={guide} guide={guide} />, { browser, tab })
}
const hint = () => screen.queryByRole('complementary', { name: 'First use' })

describe('guides of interface state (spec 3)', () => {
  it.each([
    ['oco', 'x:guide.oco'],
    ['plan', 'x:guide.spotPlan'],
  ] as const)(
    'shows %s until it was dismissed, then never again in this browser',
    async (guide, key) => {
      await show(guide)
      expect(hint()).not.toBeNull()
      await show(guide)
      fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
      expect([hint(), browser.storage.get(key)]).toEqual([null, 'seen'])
      await show(guide)
      expect(hint()).toBeNull()
    },
  )
  it('hides only the guide that was read', async () => {
    await show('oco')
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
    await show('plan')
    expect(hint()).not.toBeNull()
  })
})
