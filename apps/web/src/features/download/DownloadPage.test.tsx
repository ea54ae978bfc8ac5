import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import { createTestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { DownloadPage } from './DownloadPage.tsx'

const PACKAGE = { name: 'Android', url: 'https://example.com/app.apk', sha256: 'ab'.repeat(32) }

async function open(page = <DownloadPage />) {
  const browser = createTestBrowser()
  const tab = await browser.openTab('http://app/en/download')
  const at = '/en/download'
  const { settle } = renderPage(<ProductTexts>{page}</ProductTexts>, { browser, tab, at })
  await settle()
  return settle
}
/** What Chromium does where the page can be installed. */
function offer() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  return { event, prompt }
}

afterEach(cleanup)

describe('the page of the app (products 5)', () => {
  it('shows how it is installed, with a code for phones (products 5)', async () => {
    await open()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByRole('img', { name: /^Scan this code/ })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('installs where the browser offers it, once (products 5)', async () => {
    const settle = await open()
    const { event, prompt } = offer()
    act(() => void dispatchEvent(event))
    expect(event.defaultPrevented).toBe(true)
    fireEvent.click(screen.getByRole('button'))
    expect(prompt).toHaveBeenCalledTimes(1)
    await settle()
    act(() => void dispatchEvent(new Event('appinstalled')))
    expect(screen.getByRole('status').textContent).not.toBe('')
    expect(screen.queryAllByRole('listitem')).toHaveLength(0)
  })

  it('lists configured packages only, each with its checksum (products 5)', async () => {
    const unchecked = { name: 'Beta', url: 'https://example.com/beta.apk' }
    await open(<DownloadPage configured={[PACKAGE, unchecked]} />)
    const link = screen.getByRole('link', { name: 'Android' })
    expect(link.getAttribute('href')).toBe(PACKAGE.url)
    expect(link.closest('li')?.textContent).toBe(`AndroidSHA-256 ${PACKAGE.sha256}`)
    expect(screen.queryByText('Beta')).toBeNull()
    cleanup()
    await open()
    expect(screen.queryByRole('link')).toBeNull()
  })
})
