import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { BTC_LONG, ETH_SHORT } from '../../testing/futuresFixtures.ts'
import { scriptFutures } from '../../testing/futuresGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import ShareDialog from './ShareDialog.tsx'

let browser: TestBrowser
/** Texts in the order in which they were drawn. */
let drawn: string[]
let saved: { readonly href: string; readonly download: string }[]

beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  scriptFutures(browser)
  drawn = []
  saved = []
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () =>
      ({
        fillRect: () => void (drawn = []),
        fillText: (text: string) => void drawn.push(text),
      }) as unknown as CanvasRenderingContext2D as never,
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob(['png'])),
  )
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ href: this.href, download: this.download })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(position = BTC_LONG) {
  const tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  const { settle } = renderPage(
    <Suspense>
      <FuturesTexts>
        <ShareDialog position={position} onClose={() => undefined} />
      </FuturesTexts>
    </Suspense>,
    { browser, tab },
  )
  await settle()
  await screen.findByRole('dialog')
  await settle()
}

describe('the picture of a position', () => {
  it('shows return and prices, no amounts', async () => {
    await open()
    expect(drawn).toEqual(
      expect.arrayContaining(['BTCUSDT Long 20×', '16.53%', '60,000.0', '60,500.0']),
    )
    expect(drawn.join(' ')).not.toContain('250.00')
  })

  it('is drawn anew with amounts', async () => {
    await open()
    await act(async () => fireEvent.click(screen.getByRole('switch')))
    expect(drawn).toEqual(expect.arrayContaining(['0.500', '+250.00 USDT']))
  })

  it('shows a loss as one', async () => {
    await open(ETH_SHORT)
    expect(drawn).toEqual(expect.arrayContaining(['ETHUSDT Short 20×', '-64.52%']))
  })

  it('is saved under the name of the contract', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Save picture' }))
    expect(saved).toEqual([{ href: 'blob:1', download: 'BTCUSDT.png' }])
  })

  it('is not saved where the browser makes no picture', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(null))
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Save picture' }))
    expect(saved).toEqual([])
  })

  it('says paper trading where the funds are paper', async () => {
    browser.signIn('7', { realm: 'paper' })
    await open()
    expect(drawn).toContain('Demo trading')
  })
})
