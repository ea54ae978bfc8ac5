import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { CROSS, type MarginScript, scriptMargin } from '../../testing/marginGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import LoanDialog, { type LoanDialogProps } from './LoanDialog.tsx'

let browser: TestBrowser
let tab: TestTab
let script: MarginScript
let settle: (ms?: number) => Promise<void>
const onClose = vi.fn()

beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  script = scriptMargin(browser)
  onClose.mockReset()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(props: Partial<LoanDialogProps> = {}) {
  tab = await browser.openTab('http://app/en/asset/margin')
  settle = renderPage(<LoanDialog kind="borrow" onClose={onClose} {...props} />, {
    browser,
    tab,
  }).settle
  await settle()
  await screen.findByRole('dialog')
  await settle(100)
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Amount/ })
const type = async (value: string) => {
  fireEvent.change(field(), { target: { value } })
  await settle()
}
const textOf = () => screen.getByRole('dialog').textContent.replaceAll(/\s+/g, ' ')
const submit = async () => {
  await act(async () => void fireEvent.submit(field().form as HTMLFormElement))
  await settle(500)
}
const sent = (kind: 'borrow' | 'repay') => browser.asked(`/margin/${kind}`).map(({ data }) => data)

describe('borrowing', () => {
  it('names what can be borrowed and what an hour costs (futures 7)', async () => {
    await open({ asset: 'USDT' })
    expect(textOf()).toContain('Can be borrowed 500 USDT')
    await type('100')
    // 100 x 0.000126279 / 24, rounded up.
    expect(screen.getByRole('status').textContent).toContain('0.00052617 USDT')
  })

  it('sends the amount once and closes (futures 7)', async () => {
    await open({ asset: 'USDT' })
    await type('100')
    await submit()
    expect(sent('borrow')).toMatchObject([
      { asset: 'USDT', amount: '100', clientOid: expect.any(String) },
    ])
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(tab.services.log.getState().messages.at(0)?.text ?? '').toContain('Borrowed: 100 USDT.')
  })

  it('takes no more decimals than the asset has (futures 7)', async () => {
    script.maxima = [{ asset: 'XRP', borrow: '500', leave: '0', limit: '150000' }]
    script.rates = [
      { asset: 'XRP', dailyRate: '0.000164384', collateralRate: '0.8', limit: '1', decimals: 6 },
    ]
    await open({ asset: 'XRP' })
    await type('1.234567')
    // 1.234567 x 0.000164384 / 24 = 0.00000845…, rounded up at the sixth decimal.
    expect(screen.getByRole('status').textContent).toContain('0.000009 XRP')
    await submit()
    expect(sent('borrow')).toMatchObject([{ asset: 'XRP', amount: '1.234567' }])
    await type('1.2345678')
    expect(field().value).not.toContain('1.2345678')
  })

  it('names the pair of an isolated account', async () => {
    await open({ symbol: 'BTCUSDT', asset: 'USDT' })
    await type('1')
    await submit()
    expect(sent('borrow')).toMatchObject([{ symbol: 'BTCUSDT', asset: 'USDT', amount: '1' }])
    expect(browser.asked('/margin/max')[0]?.data).toMatchObject({ symbol: 'BTCUSDT' })
  })

  it.each(['500.01', '0', ''])('does not send %s', async (amount) => {
    await open({ asset: 'USDT' })
    await type(amount)
    await submit()
    expect(sent('borrow')).toEqual([])
  })

  it('takes all that can be borrowed by one press', async () => {
    await open({ asset: 'USDT' })
    fireEvent.click(screen.getByRole('button', { name: 'All' }))
    await settle()
    expect(field().value).toBe('500')
  })

  it.each([
    ['40205', 'Prices are not current. Try again in a moment.'],
    ['40220', 'The loan would be above your limit.'],
    ['40221', 'The pool cannot lend that much now.'],
    ['40222', 'The margin level would be too low.'],
  ])('says why it was refused with %s and stays open (futures 11)', async (code, text) => {
    browser.on('/margin/borrow', () => refused(code))
    await open({ asset: 'USDT' })
    await type('100')
    await submit()
    expect(screen.getByText(text)).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('repaying', () => {
  it('offers what is owed, up to what is free (futures 7)', async () => {
    await open({ kind: 'repay' })
    expect(textOf()).toContain('Debt 1,000.05 USDT')
    fireEvent.click(screen.getByRole('button', { name: 'All' }))
    await settle()
    expect(field().value).toBe('1000.05')
    await submit()
    expect(sent('repay')).toMatchObject([{ asset: 'USDT', amount: '1000.05' }])
  })

  it('offers no more than is free', async () => {
    script.accounts = [
      { ...CROSS, assets: CROSS.assets.map((row) => ({ ...row, available: '7' })) },
    ]
    await open({ kind: 'repay', asset: 'USDT' })
    fireEvent.click(screen.getByRole('button', { name: 'All' }))
    await settle()
    expect(field().value).toBe('7')
  })

  it('turns to borrowing with an empty field', async () => {
    await open({ kind: 'repay', asset: 'USDT' })
    await type('5')
    fireEvent.click(screen.getByRole('radio', { name: 'Borrow' }))
    await settle()
    expect(field().value).toBe('')
  })

  it('repeats under the same key what had no answer (wire 10)', async () => {
    browser.on('/margin/repay', () => {
      throw new TypeError('Failed to fetch')
    })
    await open({ kind: 'repay', asset: 'USDT' })
    await type('5')
    await submit()
    expect(screen.getByText(/it will not be done twice/)).toBeTruthy()
    browser.on('/margin/repay', () => ok(CROSS))
    await submit()
    const keys = browser
      .asked('/margin/repay')
      .map(({ data }) => (data as { clientOid: string }).clientOid)
    expect(new Set(keys).size).toBe(1)
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
