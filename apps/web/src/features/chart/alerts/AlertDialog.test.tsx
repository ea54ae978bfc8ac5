import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { createTestBrowser, ok, refused } from '../../../testing/createTestBrowser.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import AlertDialog from './AlertDialog.tsx'

afterEach(cleanup)

const spec: SpotSymbol = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}
const PLACE = '/user/alert/place'
const REMOVE = '/user/alert/remove'

/** The dialog over a gateway that keeps alerts. */
async function open({ price = '65000', answer }: { price?: string; answer?: string } = {}) {
  let items = [
    { alertId: 'a', symbol: 'BTCUSDT', price: '70000.00', direction: 'rise', createdAt: 1 },
    { alertId: 'b', symbol: 'ETHUSDT', price: '3000.00', direction: 'fall', createdAt: 0 },
  ]
  const browser = createTestBrowser()
  browser.signIn('7')
  browser.on('/user/alert/list', () => ok({ items }))
  browser.on(PLACE, ({ data }) => {
    if (answer) return refused(answer)
    const alert = { alertId: 'c', direction: 'rise', createdAt: 2, ...(data as { price: string }) }
    items = [{ symbol: 'BTCUSDT', ...alert }, ...items]
    return ok(alert)
  })
  browser.on(REMOVE, ({ data }) => {
    if (answer) return refused(answer)
    items = items.filter(({ alertId }) => !(data['alertIds'] as string[]).includes(alertId))
    return ok({ items })
  })
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<AlertDialog spec={spec} price={price} onClose={() => {}} />, {
    browser,
    tab,
  })
  await settle()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Alert price' })
  return { browser, field, settle }
}
const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const setButton = () => screen.getByRole('button', { name: 'Set alert' })

describe('the dialog of price alerts', () => {
  it('sets one at the price it was opened with and lists it', async () => {
    const { browser, field, settle } = await open()
    expect(field.value).toBe('65,000')
    await expect.poll(listed).toEqual(['Rises to 70,000.00'])
    await act(async () => fireEvent.click(setButton()))
    await settle()
    expect(browser.asked(PLACE)[0]?.data).toMatchObject({ symbol: 'BTCUSDT', price: '65000' })
    await expect.poll(listed).toEqual(['Rises to 65,000.00', 'Rises to 70,000.00'])
  })

  it('removes one', async () => {
    const { browser, settle } = await open()
    const button = await screen.findByRole('button', { name: 'Remove the alert at 70,000.00' })
    await act(async () => fireEvent.click(button))
    await settle()
    expect(browser.asked(REMOVE)[0]?.data).toMatchObject({ alertIds: ['a'] })
    expect(await screen.findByText('No price alert waits for this pair.')).toBeTruthy()
  })

  it.each([
    ['40208', 'Enter a price other than the last one.'],
    ['42902', 'At most 50 alerts may wait: remove one first.'],
    ['40202', 'The price is not a multiple of the tick size.'],
  ])('says what a refusal with %s means', async (answer, text) => {
    const { settle } = await open({ answer })
    await act(async () => fireEvent.click(setButton()))
    await settle()
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it.each(['', '0', 'abc'])('sends nothing for %j', async (typed) => {
    const { browser, field, settle } = await open()
    fireEvent.change(field, { target: { value: typed } })
    const form = field.closest('form')
    await act(async () => void (form && fireEvent.submit(form)))
    await settle()
    expect(browser.asked(PLACE)).toEqual([])
  })

  it('says so where one could not be removed', async () => {
    const { settle } = await open({ answer: '00006' })
    const button = await screen.findByRole('button', { name: /^Remove the alert/ })
    await act(async () => fireEvent.click(button))
    await settle()
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(listed()).toEqual(['Rises to 70,000.00'])
  })
})
