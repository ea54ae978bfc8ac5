import { describe, expect, it } from 'vitest'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'

const TOKEN = '/constantid/udid/c1'
const CODE_KEY = 'x:terminalCode'

describe('the script of the device service (spec 7.8)', () => {
  it('loads before a token is asked for (D17)', async () => {
    const browser = createTestBrowser()
    const order: string[] = []
    const tab = await browser.openTab('http://app/en', {
      loadDeviceSdk: async () => void order.push('script', `tokens ${browser.asked(TOKEN).length}`),
    })
    expect(await tab.services.client.post('/user/login', { silent: true }).catch(() => 0)).toBe(0)
    expect([order, browser.asked(TOKEN).length]).toEqual([['script', 'tokens 0'], 1])
  })

  it('reports a failure, and the log-in goes out all the same (D15, spec 8)', async () => {
    const browser = createTestBrowser()
    const tab = await browser.openTab('http://app/en', {
      loadDeviceSdk: () => Promise.reject(new Error('404')),
    })
    await tab.services.client.post('/user/login', { silent: true }).catch(() => 0)
    expect(browser.asked('/user/login')).toHaveLength(1)
    expect(tab.reports.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['sdk-load', 'missing-token']),
    )
  })
})

describe('a terminal code that an earlier system gave to everybody (spec 5.1)', () => {
  const legacy = '0123456789abcdef'.repeat(2)
  const codeOf = async (config: { readonly legacyTerminalCode?: string }) => {
    const browser = createTestBrowser()
    browser.storage.openTab().set(CODE_KEY, legacy)
    const tab = await browser.openTab('http://app/en', { config })
    await tab.services.client.post('/user/login', { silent: true }).catch(() => 0)
    return {
      sent: browser.asked('/user/login')[0]?.headers['terminalcode'],
      stored: tab.services.storage.get(CODE_KEY),
    }
  }
  it('is drawn anew where the operator names it (D18)', async () => {
    const { sent, stored } = await codeOf({ legacyTerminalCode: legacy })
    expect(sent).toMatch(/^[0-9a-f]{32}$/)
    expect([sent === legacy, stored]).toEqual([false, sent])
  })
  it('stays where no operator names one', async () => {
    expect(await codeOf({})).toEqual({ sent: legacy, stored: legacy })
  })
})
