import { describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { FINGERPRINT_AFTER_MS } from './startApp.ts'

const KEY = 'x:fingerprint'

describe('the fingerprint of the browser', () => {
  it('is computed after the start (spec 3.7)', async () => {
    const browser = createTestBrowser()
    await browser.openTab()
    await browser.clock.advance(FINGERPRINT_AFTER_MS - 1)
    expect([browser.fingerprints(), browser.storage.get(KEY)]).toEqual([0, null])
    await browser.clock.advance(1)
    expect([browser.fingerprints(), browser.storage.get(KEY)]).toEqual([1, 'f'.repeat(32)])
  })

  it('computes the fingerprint once and then reads it from storage (spec 5.1)', async () => {
    const browser = createTestBrowser()
    const first = await browser.openTab()
    await browser.clock.advance(FINGERPRINT_AFTER_MS)
    const second = await browser.openTab()
    await browser.clock.advance(FINGERPRINT_AFTER_MS)
    expect(browser.fingerprints()).toBe(1)
    expect(
      await Promise.all([first, second].map((tab) => tab.services.device.fingerprint())),
    ).toEqual(['f'.repeat(32), 'f'.repeat(32)])
  })
})
