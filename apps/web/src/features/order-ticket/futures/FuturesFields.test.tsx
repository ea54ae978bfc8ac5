import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FuturesAccount, FuturesPosition } from '@x/api'
import FuturesAccountSync from '../../../data/futures/FuturesAccountSync.tsx'
import { restoreSession } from '../../../data/session/thunks.ts'
import { FuturesTexts } from '../../../lib/lazy/FuturesTexts.tsx'
import { createTestBrowser, ok } from '../../../testing/createTestBrowser.ts'
import { BTC_LONG, BTC_TIERS, FUTURES_ACCOUNT } from '../../../testing/futuresFixtures.ts'
import { scriptFutures } from '../../../testing/futuresGateway.ts'
import { renderPage } from '../../../testing/renderPage.tsx'
import { createTerminalStore } from '../../spot/index.ts'
import type { FuturesDraft } from './futuresDraft.ts'
import { FuturesOrderTicket } from './FuturesOrderTicket.tsx'
import { BTC, INVERSE } from './testing/futuresTicket.ts'

afterEach(cleanup)

async function open({
  spec = BTC,
  isGuest = false,
  account = FUTURES_ACCOUNT,
  positions = [],
}: {
  readonly spec?: typeof BTC
  readonly isGuest?: boolean
  readonly account?: FuturesAccount
  readonly positions?: readonly FuturesPosition[]
} = {}) {
  const browser = createTestBrowser()
  Object.assign(scriptFutures(browser), { positions, orders: [], account })
  browser.on('/futures/public/tiers', () => ok(BTC_TIERS))
  const at = `/en/futures/${spec.symbol}`
  if (!isGuest) browser.signIn('7')
  const tab = await browser.openTab(`http://app${at}`)
  if (!isGuest) await tab.store.dispatch(restoreSession())
  const terminal = createTerminalStore<FuturesDraft>()
  const { settle } = renderPage(
    <Suspense>
      <FuturesTexts>
        {isGuest ? null : <FuturesAccountSync />}
        <FuturesOrderTicket spec={spec} terminal={terminal} />
      </FuturesTexts>
    </Suspense>,
    { browser, tab, at },
  )
  await settle()
  const form = await screen.findByRole('form', { name: 'Order form' })
  const inForm = within(form)
  const write = async (name: string, text: string) => {
    fireEvent.change(inForm.getByRole('textbox', { name }), { target: { value: text } })
    await settle()
  }
  const press = async (role: 'radio' | 'checkbox', name: string) => {
    fireEvent.click(inForm.getByRole(role, { name }))
    await settle()
  }
  const choose = async (name: string, option: string) => {
    fireEvent.click(inForm.getByRole('combobox', { name }))
    fireEvent.click(await screen.findByRole('option', { name: option }))
    await settle()
  }
  return {
    inForm,
    settle,
    write,
    press,
    choose,
    textbox: (name: string) => inForm.queryByRole<HTMLInputElement>('textbox', { name }),
    submitText: () => form.querySelector('button[type="submit"]')?.textContent,
    draft: () => terminal.savedDraft.getState()?.draft,
  }
}

describe('the fields of a type of order (futures 4)', () => {
  it.each([
    ['Limit', ['Price', 'Size']],
    ['Market', ['Size']],
  ])('are those of a %s order', async (type, fields) => {
    const { press, inForm } = await open()
    await press('radio', type)
    expect(inForm.getAllByRole('textbox').map((box) => box.getAttribute('data-name'))).toEqual(
      fields.map((name) => name.toLowerCase()),
    )
  })

  it.each([
    ['Stop-limit', ['trigger', 'price', 'size']],
    ['Stop-market', ['trigger', 'size']],
    ['Trailing stop', ['trigger', 'rate', 'size']],
  ])('are those of a %s, the trigger first', async (type, fields) => {
    const { press, choose, inForm } = await open()
    await press('radio', 'Conditional')
    await choose('Kind of conditional order', type)
    expect(inForm.getAllByRole('textbox').map((box) => box.getAttribute('data-name'))).toEqual(
      fields,
    )
  })

  it('offer a time in force where there is a limit', async () => {
    const { press, inForm } = await open()
    const hasForce = () => inForm.queryByRole('combobox', { name: 'Time in force' }) !== null
    expect(hasForce()).toBe(true)
    await press('radio', 'Market')
    expect(hasForce()).toBe(false)
  })

  it('explain a conditional order until that was read', async () => {
    const { press, inForm } = await open()
    await press('radio', 'Conditional')
    fireEvent.click(inForm.getByRole('button', { name: 'Got it' }))
    expect(inForm.queryByRole('complementary', { name: 'Guide' })).toBeNull()
  })
})

describe('what an order that closes leaves out (futures 4)', () => {
  it('has no exits once it only reduces', async () => {
    const { press, inForm } = await open()
    const exits = () => inForm.queryByRole('checkbox', { name: 'TP/SL' })
    expect(exits()).not.toBeNull()
    await press('checkbox', 'Reduce-only')
    expect(exits()).toBeNull()
  })

  it('has no size once a condition closes the whole position', async () => {
    const { press, textbox, inForm } = await open({ positions: [BTC_LONG] })
    await press('radio', 'Conditional')
    await press('checkbox', 'Close whole position')
    expect([textbox('Size'), inForm.queryByRole('slider')]).toEqual([null, null])
    expect(inForm.queryByRole('checkbox', { name: 'Reduce-only' })).toBeNull()
  })

  it('has no reduce-only in two-way mode, which says open or close', async () => {
    const account: FuturesAccount = { ...FUTURES_ACCOUNT, positionMode: 2 }
    const { inForm, press } = await open({ account })
    expect(inForm.queryByRole('checkbox', { name: 'Reduce-only' })).toBeNull()
    await press('radio', 'Close')
    expect(inForm.queryByRole('checkbox', { name: 'TP/SL' })).toBeNull()
    expect(inForm.getByRole('radio', { name: 'Close long' })).toBeTruthy()
  })

  it('takes a share of what is held', async () => {
    const { press, inForm, textbox, settle } = await open({ positions: [BTC_LONG] })
    await press('radio', 'Sell / Short')
    await press('checkbox', 'Reduce-only')
    fireEvent.change(inForm.getByRole('slider'), { target: { value: '50' } })
    await settle()
    expect(textbox('Size')?.value).toBe('0.250')
  })
})

describe('the unit of a size', () => {
  it.each([
    ['Value in USDT', '6000', 'Buy / Long BTC (6,000 USDT)'],
    ['Margin in USDT', '150.5', 'Buy / Long BTC (150.5 USDT)'],
  ])('is named on the button: %s', async (unit, size, text) => {
    const { choose, write, submitText } = await open()
    await choose('Unit of the size', unit)
    await write('Size', size)
    expect(submitText()).toContain(text)
  })

  it('is the coin of an inverse contract for its margin (futures 1)', async () => {
    const { choose, write, submitText } = await open({ spec: INVERSE })
    await choose('Unit of the size', 'Margin in BTC')
    await write('Size', '0.002')
    expect(submitText()).toContain('Buy / Long BTC (0.002 BTC)')
  })

  it('takes whole values of an inverse contract alone', async () => {
    const { choose, write, draft } = await open({ spec: INVERSE })
    await choose('Unit of the size', 'Value in USD')
    await write('Size', '1050.5')
    expect(draft()?.size).not.toContain('.')
  })

  it('empties the size as it changes', async () => {
    const { choose, write, textbox } = await open()
    await write('Size', '0.1')
    await choose('Unit of the size', 'Value in USDT')
    expect(textbox('Size')?.value).toBe('')
  })
})

describe('the ticket of a guest', () => {
  it('leads to the log-in and says no available margin', async () => {
    const { inForm, submitText, write } = await open({ isGuest: true })
    await write('Price', '60000')
    await write('Size', '0.1')
    expect([submitText(), inForm.getByRole('link', { name: 'Log in to trade' })]).toEqual([
      undefined,
      expect.anything(),
    ])
    expect(inForm.getByRole<HTMLInputElement>('slider').disabled).toBe(true)
  })
})
