import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { AnnouncementPages } from './AnnouncementPages.tsx'

const ANNOUNCED = '/mix/notice/list'
const OWN = '/user/notice/list'
const READ = '/user/notice/read'

const announcement = (at: number) => ({
  noticeId: `n${at}`,
  publishedAt: Date.UTC(2026, 10, 20),
  title: `Maintenance ${at}`,
  body: `<p onclick="run()">Text ${at}<script>run()</script></p>`,
})
const own = (at: number, isRead: boolean) => ({
  noticeId: `announcement:n${at}`,
  kind: 'announcement',
  createdAt: Date.UTC(2026, 10, 20),
  isRead,
  order: null,
  isNewDevice: null,
  title: `Maintenance ${at}`,
})

let browser: TestBrowser
let kept: ReturnType<typeof own>[]
beforeEach(() => {
  kept = [own(1, false), own(2, true)]
  browser = createTestBrowser()
  browser.on(ANNOUNCED, () => ok({ items: [announcement(1), announcement(2)] }))
  browser.on(OWN, () => ok({ items: kept, next: null, unread: 0 }))
  browser.on(READ, () => {
    kept = kept.map((one) => ({ ...one, isRead: true }))
    return ok({ unread: 0 })
  })
})
afterEach(cleanup)

async function open(path: string) {
  const tab = await browser.openTab(`http://app/en${path}`)
  const page = (
    <ProductTexts>
      <AnnouncementPages />
    </ProductTexts>
  )
  const { settle } = renderPage(page, { browser, tab, at: `/en${path}` })
  await settle()
  return settle
}
const linkNames = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

describe('/announcements', () => {
  it('lists titles with their addresses, and marks nothing for a guest', async () => {
    await open('/announcements')
    const link = await screen.findByRole('link', { name: /Maintenance 1/ })
    expect(link.getAttribute('href')).toBe('/en/announcements/n1')
    expect([screen.queryByText('Unread'), browser.asked(OWN)]).toEqual([null, []])
    expect(document.title).toMatch(/^Announcements \|/)
  })

  it('marks what the user has not read', async () => {
    browser.signIn('7')
    await open('/announcements')
    await screen.findByText('Unread')
    expect(linkNames().map((name) => name?.includes('Unread'))).toEqual([true, false])
  })

  it('shows ten at first and more on demand', async () => {
    const items = Array.from({ length: 12 }, (_, at) => announcement(at))
    browser.on(ANNOUNCED, () => ok({ items }))
    await open('/announcements')
    await screen.findByRole('link', { name: /Maintenance 9/ })
    expect(linkNames()).toHaveLength(10)
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    expect(linkNames()).toHaveLength(12)
  })

  it('says so where there is none', async () => {
    browser.on(ANNOUNCED, () => ok({ items: [] }))
    await open('/announcements')
    expect(await screen.findByText('No announcements at the moment.')).toBeTruthy()
  })

  it('offers to ask again after a fault', async () => {
    browser.on(ANNOUNCED, () => refused('50000'))
    await open('/announcements')
    expect(await screen.findByText('This list could not be loaded.')).toBeTruthy()
  })
})

describe('/announcements/:noticeId', () => {
  it('shows one under its own title, its HTML cleaned', async () => {
    await open('/announcements/n2')
    expect(await screen.findByRole('heading', { level: 1, name: 'Maintenance 2' })).toBeTruthy()
    expect((await screen.findByText('Text 2')).outerHTML).toBe('<p>Text 2</p>')
    expect(document.title).toMatch(/^Maintenance 2 \|/)
  })

  it('is read once a user has opened it, on the server too', async () => {
    browser.signIn('7')
    const settle = await open('/announcements/n1')
    await expect.poll(() => browser.asked(READ).map(({ data }) => data)).toHaveLength(1)
    await settle()
    expect(browser.asked(READ)[0]?.data['noticeIds']).toEqual(['announcement:n1'])
    expect(kept.every(({ isRead }) => isRead)).toBe(true)
  })

  it('sends nothing for one that the user has read before', async () => {
    browser.signIn('7')
    await open('/announcements/n2')
    await screen.findByText('Text 2')
    expect(browser.asked(READ)).toEqual([])
  })

  it.each(['gone', '%E0%A4%A'])('says that %s is no longer shown', async (id) => {
    await open(`/announcements/${id}`)
    expect(await screen.findByText('This announcement is no longer shown.')).toBeTruthy()
  })
})
