import { describe, expect, it } from 'vitest'
import { REGION_AFTER_MS } from '../../app/startup/startApp.ts'
import { fetchRegion } from '../../data/visitor/api.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, ok, refused, type TestTab } from '../../testing/createTestBrowser.ts'
import { parseRegion } from './region.ts'
import { showRegionNotice } from './showRegionNotice.ts'

const PATH = '/mix/region'
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
const shown = ({ services }: TestTab) => services.dialogs.getState().current?.options

/** A visitor of this region; the tabs ask when a test says so. */
function visitor(region: unknown) {
  const browser = createTestBrowser()
  browser.on(PATH, () => ok(region))
  const noticeOf = async (tab: TestTab) => {
    void showRegionNotice({
      ...tab.services,
      fetchRegion: () => tab.store.dispatch(fetchRegion()),
    })
    await settle()
    await browser.clock.advance(0)
    await settle()
    return shown(tab)
  }
  return { browser, noticeOf }
}

describe('the dialog about the region of the address (spec 3.8)', () => {
  it('names the region and what is missing there', async () => {
    const { browser, noticeOf } = visitor({ service: 'limited', country: 'GB' })
    expect(await noticeOf(await browser.openTab())).toMatchObject({
      title: 'Service in your region',
      message:
        'Region of your internet address: United Kingdom. Some products and services are not ' +
        'offered in this region and may be refused. If you are somewhere else, a VPN or proxy ' +
        'may be the reason.',
      confirmText: 'I understand',
    })
  })

  it('words a blocked region differently and shows unknown codes', async () => {
    const { browser, noticeOf } = visitor({ service: 'none', country: 'T1' })
    expect((await noticeOf(await browser.openTab()))?.message).toMatch(
      /^Region of your internet address: T1\. This platform is not offered in this region\./,
    )
  })

  it.each([
    { service: 'full' },
    null,
    {},
    { service: 'closed', country: 'GB' },
    { service: 'none', country: '<b>' },
  ])('is not shown for %o', async (answer) => {
    const { browser, noticeOf } = visitor(answer)
    expect(await noticeOf(await browser.openTab())).toBeUndefined()
    expect(browser.storage.get(STORAGE_KEYS.dialogIp)).toBeNull()
  })

  it('shows neither notice nor error if the gateway refuses', async () => {
    const { browser, noticeOf } = visitor(undefined)
    browser.on(PATH, () => refused('1'))
    const tab = await browser.openTab()
    expect([await noticeOf(tab), tab.toasts()]).toEqual([undefined, []])
  })

  it('shows a read notice only once', async () => {
    const { browser, noticeOf } = visitor({ service: 'limited', country: 'GB' })
    const tab = await browser.openTab()
    await noticeOf(tab)
    expect(browser.storage.get(STORAGE_KEYS.dialogIp), 'not before it was read').toBeNull()
    await tab.services.dialogs.answer('confirm')
    await settle()
    expect(browser.storage.get(STORAGE_KEYS.dialogIp)).toBe('limited')
    expect(await noticeOf(tab)).toBeUndefined()
    expect(await noticeOf(await browser.openTab())).toBeUndefined()
  })

  it('shows a changed notice again', async () => {
    const { browser, noticeOf } = visitor({ service: 'none', country: 'GB' })
    browser.storage.set(STORAGE_KEYS.dialogIp, 'limited')
    expect(await noticeOf(await browser.openTab())).toBeDefined()
  })

  it('closes in every tab once read in one', async () => {
    const { browser, noticeOf } = visitor({ service: 'none', country: 'GB' })
    const [one, two, three] = [
      await browser.openTab(),
      await browser.openTab(),
      await browser.openTab(),
    ]
    const other = three.services.dialogs.confirm({ title: 'Another question' })
    await noticeOf(one)
    await noticeOf(two)
    expect((await noticeOf(three))?.title).toBe('Another question')
    await one.services.dialogs.answer('confirm')
    await settle()
    expect(shown(two)).toBeUndefined()
    expect(shown(three)?.title, 'of others nothing is shut').toBe('Another question')
    await three.services.dialogs.answer('cancel')
    await other
    await settle()
    expect(shown(three)).toBeUndefined()
  })
})

describe('who asks', () => {
  it('runs after the start, only on a gateway with regions', async () => {
    const { browser } = visitor({ service: 'full' })
    await browser.openTab()
    await browser.clock.advance(REGION_AFTER_MS)
    await settle()
    expect(browser.asked(PATH)).toEqual([])
    await browser.openTab('http://app/en/markets', { config: { hasRegionNotice: true } })
    expect(browser.asked(PATH)).toEqual([])
    await browser.clock.advance(REGION_AFTER_MS)
    await expect.poll(() => browser.asked(PATH)).toHaveLength(1)
  })

  it('reads the country only where it matters', () => {
    expect(parseRegion({ service: 'full', country: 'GB' })).toEqual({
      service: 'full',
      country: undefined,
    })
  })
})
