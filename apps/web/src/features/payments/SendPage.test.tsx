import { cleanup, screen, within } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { PaymentPages } from './PaymentPages.tsx'

const SEND = '/asset/send'
const TO = 'E-mail, mobile number or user ID'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let actions: ReturnType<typeof pageActions>
let begun: number
beforeEach(async () => {
  begun = 0
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/spot/account/assets', () =>
    ok([
      { asset: 'USDT', available: '600.5', held: '99' },
      { asset: 'ETH', available: '0.123456789012345678', held: '0' },
    ]),
  )
  browser.on('/asset/send/history', () => ok({ items: [], next: null }))
  browser.on('/user/security/stepUp', () =>
    ok({ serialNO: `s-${(begun += 1)}`, methods: ['google'] }),
  )
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
  browser.on(SEND, ({ data }) => ok({ sendId: '1', ...data }))
  tab = await browser.openTab('http://app/en/asset/send')
  ;({ settle } = renderPage(<PaymentPages />, { browser, tab, at: '/en/asset/send' }))
  actions = pageActions(settle)
  await settle()
  await settle()
})
afterEach(cleanup)

const sent = () => browser.asked(SEND).map(({ data }) => data)
const form = () => within(screen.getByRole('form', { name: 'Send to a user' }))
const press = () => actions.press('Send to a user', form())
const confirm = () => actions.press('Send to a user', within(screen.getByRole('alertdialog')))
const fill = async (to: string, amount: string) => {
  await actions.type(TO, to)
  await actions.type('Amount', amount)
}
const value = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' }).value

describe('a payment to another user (wallet 5)', () => {
  it.each([
    ['nobody', '', '10'],
    ['blanks', '   ', '10'],
    ['nothing', 'ann@example.com', ''],
    ['zero', 'ann@example.com', '0'],
    ['zero, however it is written', 'ann@example.com', '0.00'],
    ['more than there is', 'ann@example.com', '600.50000001'],
  ])('is not sent to or of %s', async (_, to, amount) => {
    await fill(to, amount)
    expect(isBlocked(form().getByRole('button', { name: 'Send to a user' }))).toBe(true)
    await actions.submit(TO)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('takes everything that is available, and nothing that is held', async () => {
    await actions.press('All')
    expect(value('Amount')).toBe('600.5')
    await actions.type(TO, 'ann@example.com')
    await press()
    expect(
      screen.getByText('Send 600.5 USDT to ann@example.com? It cannot be undone.'),
    ).toBeTruthy()
  })

  it('cuts everything to the decimals of the field, never rounds up', async () => {
    await actions.choose('Asset', /ETH/)
    await actions.press('All')
    expect(value('Amount')).toBe('0.12345678')
    expect(screen.queryByText('The available balance is not enough.')).toBeNull()
  })

  it('is sent as it was confirmed, with a proof of that action', async () => {
    await fill(' ann@example.com ', '10.50')
    await press()
    await confirm()
    expect(browser.asked('/user/security/stepUp')[0]?.data).toMatchObject({ action: 'send' })
    expect(sent()).toEqual([])
    await actions.prove()
    expect(sent()).toEqual([
      expect.objectContaining({
        to: 'ann@example.com',
        asset: 'USDT',
        amount: '10.50',
        verifyToken: 'proof',
      }),
    ])
    expect(tab.toasts()).toEqual(['10.5 USDT was sent.'])
    expect([value(TO), value('Amount')]).toEqual(['', ''])
  })

  it('is asked about once after a double press', async () => {
    await fill('ann@example.com', '10')
    const button = form().getByRole('button', { name: 'Send to a user' })
    button.click()
    button.click()
    await settle(300)
    await confirm()
    await actions.prove()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent()).toHaveLength(1)
  })

  it('stays as it was typed when it is thought over', async () => {
    await fill('ann@example.com', '10')
    await press()
    await actions.press('Cancel', within(screen.getByRole('alertdialog')))
    expect(browser.asked('/user/security/stepUp')).toEqual([])
    expect([value(TO), value('Amount')]).toEqual(['ann@example.com', '10'])
  })

  it('is not sent when the proof is left', async () => {
    await fill('ann@example.com', '10')
    await press()
    await confirm()
    await actions.press('Close')
    expect(sent()).toEqual([])
    expect(value('Amount')).toBe('10')
    expect(isBlocked(form().getByRole('button', { name: 'Send to a user' }))).toBe(false)
  })

  it.each([
    ['40401', 'Nobody here has this name.'],
    ['40201', 'The available balance is not enough.'],
    ['00004', /./],
  ])('says why it was refused with %s, and keeps the form', async (code, text) => {
    browser.on(SEND, () => refused(code))
    await fill('ann@example.com', '10')
    await press()
    await confirm()
    await actions.prove()
    expect(form().getByRole('alert').textContent).toMatch(text)
    expect([value(TO), value('Amount')]).toEqual(['ann@example.com', '10'])
    expect(tab.toasts()).toEqual([])
  })

  it('keeps its key when it is not known whether it was sent', async () => {
    browser.on(SEND, () => {
      throw connectionLost()
    })
    await fill('ann@example.com', '10')
    await press()
    await confirm()
    await actions.prove()
    expect(form().getByRole('alert').textContent).toMatch(/^It is not known whether this went/)
    browser.on(SEND, ({ data }) => ok({ sendId: '1', ...data }))
    await press()
    await confirm()
    await actions.prove()
    expect(new Set(sent().map((data) => data['clientOid'])).size).toBe(1)
    expect(tab.toasts()).toEqual(['10 USDT was sent.'])
  })

  it('gets another key when the same is sent on purpose', async () => {
    for (const round of [1, 2]) {
      await fill('ann@example.com', '10')
      await press()
      await confirm()
      await actions.prove()
      expect(sent()).toHaveLength(round)
    }
    expect(new Set(sent().map((data) => data['clientOid'])).size).toBe(2)
  })
})
