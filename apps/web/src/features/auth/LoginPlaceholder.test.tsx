import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { NotFoundPage } from '../not-found/index.ts'
import { ForUsers } from './ForUsers.tsx'

let browser: TestBrowser
beforeEach(() => {
  browser = createTestBrowser()
})
afterEach(cleanup)

const open = async (
  at: string,
  page = (
    <ForUsers>
      <h1>Private</h1>
    </ForUsers>
  ),
) => {
  const tab = await browser.openTab(`http://app${at}`)
  const { settle } = renderPage(page, { browser, tab, at })
  await settle()
}
const headings = () =>
  screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)

describe('a page that has one thing to say', () => {
  it('leads a guest to login and back to the address (spec 6.2)', async () => {
    await open('/en/account/setting?from=mail')
    expect(headings()).toEqual(['Please log in to visit this page.'])
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      `/en/login?from=${encodeURIComponent('/account/setting?from=mail')}`,
    )
  })

  it('a user is shown the page (spec 6.2)', async () => {
    browser.signIn('7')
    await open('/en/account/setting')
    expect(headings()).toEqual(['Private'])
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
  })

  it('shows a heading and a link for an unknown address', async () => {
    await open('/ar/nowhere', <NotFoundPage />)
    expect(headings()).toHaveLength(1)
    expect(screen.getByRole('link').getAttribute('href')).toMatch(/^\/ar\/?$/)
  })
})
