import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser, ok } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { NoticeLine } from './NoticeLine.tsx'

afterEach(cleanup)

const notice = (noticeId: string) => ({
  noticeId,
  publishedAt: Date.UTC(2026, 10, 20),
  title: `Maintenance ${noticeId}`,
  body: '<p>From <b>02:00</b></p>',
})

it('leads to the latest announcement until it is hidden', async () => {
  const browser = createTestBrowser()
  browser.on('/mix/notice/list', () => ok({ items: [notice('n2'), notice('n1')] }))
  const open = async () => {
    const tab = await browser.openTab('http://app/en/markets')
    await renderPage(<NoticeLine />, { browser, tab }).settle()
  }
  await open()
  const link = await screen.findByRole('link', { name: /Maintenance n2/ })
  expect(link.getAttribute('href')).toBe('/en/announcements/n2')
  fireEvent.click(screen.getByRole('button', { name: 'Hide announcement' }))
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  await open()
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  browser.on('/mix/notice/list', () => ok({ items: [notice('n3'), notice('n2')] }))
  await open()
  expect(await screen.findByRole('link', { name: /Maintenance n3/ })).toBeTruthy()
})
