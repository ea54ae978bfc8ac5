import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PHONE } from '../../lib/media/useMedia.ts'
import {
  createTestBrowser,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { scriptFutures } from '../../testing/futuresGateway.ts'
import { CROSS, ISOLATED, type MarginScript, scriptMargin } from '../../testing/marginGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { MarginPages } from './MarginPages.tsx'

let browser: TestBrowser
let tab: TestTab
let script: MarginScript
let settle: (ms?: number) => Promise<void>

beforeEach(() => {
  browser = createTestBrowser()
  scriptFutures(browser)
  script = scriptMargin(browser)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(path = '/asset/margin') {
  tab = await browser.openTab(`http://app/en${path}`)
  settle = renderPage(<MarginPages />, { browser, tab, at: `/en${path}` }).settle
  await settle()
  await settle(200)
}
/** With all that the page reads, however late its parts come. */
async function openRead() {
  await open()
  await screen.findByRole('region', { name: 'Cross margin' })
  await screen.findByText(/0\.0126279/)
}
const card = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const textOf = (name: string | RegExp) =>
  screen.getByRole('region', { name }).textContent.replaceAll(/\s+/g, ' ')
const press = async (button: HTMLElement) => {
  await act(async () => void fireEvent.click(button))
  await settle(500)
}

describe('the assets of margin (futures 12)', () => {
  it('ask a guest to log in', async () => {
    await open()
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeTruthy()
    expect(browser.asked('/margin/account')).toEqual([])
  })

  it('show each account with level, debts and interest', async () => {
    browser.signIn('7')
    await openRead()
    await screen.findByRole('heading', { name: 'Margin assets' })
    const cross = textOf('Cross margin')
    for (const figure of ['1.96', '2,000.00', '1,000.05', '999.95', '1,400', '1,200', '0.05'])
      expect(cross).toContain(figure)
    expect(cross).toContain('Call at 1.3, liquidation at 1.1.')
    expect(textOf(/^Isolated margin/)).toContain('No debts')
    expect(textOf('Terms of loans')).toContain('0.0126279%')
  })

  it('say when an account is called and when it is liquidated', async () => {
    browser.signIn('7')
    script.accounts = [
      { ...CROSS, level: '1.25' },
      { ...ISOLATED, level: '1.06', isLiquidating: true, assets: CROSS.assets },
    ]
    await open()
    const alerts = (await screen.findAllByRole('alert')).map(({ textContent }) => textContent)
    expect(alerts).toContainEqual(expect.stringContaining('Margin call: at 1.1'))
    expect(alerts).toContainEqual(expect.stringContaining('is being liquidated'))
  })

  it('follow the private stream without asking again (futures 11)', async () => {
    browser.signIn('7')
    await openRead()
    await act(async () => tab.sockets.at(-1)?.open())
    await settle()
    expect(tab.sockets.at(-1)?.sent.some((text) => text.includes('"marginAccount"'))).toBe(true)
    const read = browser.asked('/margin/account').length
    const message = { topic: 'marginAccount', ts: 0 }
    const deliver = (type: string, [seq, data]: readonly [number, readonly object[]]) =>
      act(() => tab.sockets.at(-1)?.deliver({ ...message, type, seq, prevSeq: seq - 1, data }))
    deliver('snapshot', [1, [CROSS, ISOLATED]])
    deliver('delta', [2, [{ ...CROSS, level: '1.25' }]])
    await settle()
    expect(textOf('Cross margin')).toContain('Margin call: at 1.1')
    deliver('delta', [3, [{ ...CROSS, level: '1.81' }]])
    await settle(5_000)
    expect(textOf('Cross margin')).toContain('1.81')
    expect(browser.asked('/margin/account')).toHaveLength(read)
  })

  it('explain a term in a tooltip, and lead to all terms (U7)', async () => {
    browser.signIn('7')
    await openRead()
    const term = card('Cross margin').getByRole('link', { name: 'Margin level' })
    expect(term.getAttribute('href')).toBe('/en/asset/margin#loan-terms')
    fireEvent.pointerEnter(term, { pointerType: 'mouse' })
    const tooltip = await screen.findByRole('tooltip')
    expect(tooltip.textContent).toContain('Assets divided by debts')
    expect(textOf('Terms of loans')).toContain('at each full UTC hour')
  })

  it('offer the actions of an asset in a sheet on a phone (U3)', async () => {
    const media = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.defineProperty(media(query), 'matches', { value: query === PHONE }),
    )
    browser.signIn('7')
    await openRead()
    await press(card('Cross margin').getByRole('button', { name: 'Actions for BTC' }))
    const sheet = await screen.findByRole('dialog', { name: 'Actions for BTC' })
    expect(within(sheet).queryByText('Repay')).toBeNull()
    await press(within(sheet).getByText('Borrow'))
    expect((await screen.findByRole('dialog')).textContent).toContain('Can be borrowed')
  })

  it('hide amounts where the user does', async () => {
    browser.signIn('7')
    await openRead()
    act(() => tab.services.preferences.set({ showAsset: false }))
    await settle()
    expect(textOf('Cross margin')).not.toContain('1,400')
  })

  it('set the leverage of an isolated account that owes nothing', async () => {
    browser.signIn('7')
    await openRead()
    const isolated = card(/^Isolated margin/)
    await press(isolated.getByRole('combobox', { name: 'Leverage' }))
    await press(await screen.findByRole('option', { name: '5×' }))
    expect(browser.asked('/margin/leverage')[0]?.data).toMatchObject({
      symbol: 'BTCUSDT',
      leverage: 5,
    })
    expect(card('Cross margin').queryByRole('combobox')).toBeNull()
  })

  it('keep the leverage while an order may borrow', async () => {
    browser.signIn('7')
    const [usdt] = ISOLATED.assets
    script.accounts = [CROSS, { ...ISOLATED, assets: [{ ...usdt!, reserved: '40' }] }]
    await openRead()
    const choice = card(/^Isolated margin/).getByRole('combobox', { name: 'Leverage' })
    expect(choice.getAttribute('aria-disabled') ?? choice.hasAttribute('disabled')).toBeTruthy()
    expect(textOf(/^Isolated margin/)).toContain('Open orders may still borrow here.')
  })

  it('names loan limits of the own level (futures 7)', async () => {
    browser.signIn('7')
    await openRead()
    // Of nobody's level it is 500,000.
    await expect.poll(() => textOf('Terms of loans')).toContain('750,000')
    expect(textOf('Terms of loans')).not.toContain('500,000')
  })

  it('open the loan of the asset that is pressed', async () => {
    browser.signIn('7')
    await openRead()
    const row = card('Cross margin')
      .getAllByRole('row')
      .find((each) => within(each).queryByText('USDT'))
    await press(within(row as HTMLElement).getByRole('button', { name: 'Repay' }))
    const dialog = await screen.findByRole('dialog')
    await settle(200)
    expect(dialog.textContent).toContain('Cross margin')
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Repay' }).checked).toBe(
      true,
    )
  })

  it('move funds to and from an account with the one dialog (futures 8)', async () => {
    browser.signIn('7')
    await openRead()
    await press(card('Cross margin').getAllByRole('button', { name: 'Transfer' })[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog'))
    await settle(200)
    await press(dialog.getByRole('button', { name: 'Swap direction' }))
    await settle(300)
    await press(dialog.getByRole('button', { name: 'All' }))
    await press(dialog.getByRole('button', { name: 'Transfer' }))
    expect(browser.asked('/asset/move')[0]?.data).toMatchObject({
      from: 'margin',
      to: 'spot',
      asset: 'USDT',
      amount: '150.5',
    })
  })

  it('offer another attempt where they could not be read', async () => {
    browser.signIn('7')
    browser.on('/margin/account', () => refused('00006'))
    await open()
    expect(await screen.findByRole('button', { name: /again|Retry/i })).toBeTruthy()
  })
})
