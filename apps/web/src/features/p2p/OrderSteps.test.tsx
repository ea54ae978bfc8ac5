import { cleanup, screen, within } from '@testing-library/react'
import type { P2pOrderStatus } from '@x/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { P2pTexts } from '../../lib/lazy/P2pTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import type { P2pOrderDetail } from '../../data/p2p/orders.ts'
import { StepUpProvider } from '../account/index.ts'
import { OrderSteps } from './OrderSteps.tsx'

const MINUTE = 60_000
const RELEASE = '/p2p/order/confirmPutCoin'

let browser: TestBrowser
let tab: TestTab
let actions: ReturnType<typeof pageActions>
let settle: (ms?: number) => Promise<void>
beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/user/security/stepUp', () => ok({ serialNO: 'serial', methods: ['google'] }))
  browser.on('/user/securityVerify', () => ok({ verifyToken: 'proof' }))
  for (const step of ['paid', 'cancel', 'appeal', 'confirmPutCoin'])
    browser.on(`/p2p/order/${step}`, () => ok({}))
})
afterEach(cleanup)

const show = async (changes: Partial<P2pOrderDetail> = {}) => {
  tab = await browser.openTab('http://app/en/p2p/orders/9')
  const order: P2pOrderDetail = {
    orderId: '9',
    advertId: '7',
    role: 'buyer',
    asset: 'USDT',
    fiat: 'USD',
    price: '0.8',
    amount: '1250.5',
    fee: '0.05',
    total: '1000.4',
    status: 'awaitingPayment',
    createdAt: 1,
    expiresAt: browser.clock.now() + 15 * MINUTE,
    paidAt: null,
    appealFrom: null,
    appeal: null,
    ruling: null,
    updatedAt: 1,
    counterparty: 'Ann',
    terms: '',
    payTo: [],
    ...changes,
  }
  ;({ settle } = renderPage(
    <P2pTexts>
      <StepUpProvider>
        <OrderSteps order={order} />
      </StepUpProvider>
    </P2pTexts>,
    { browser, tab, at: '/en/p2p/orders/9' },
  ))
  actions = pageActions(settle)
  await settle(100)
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const answer = (name: string) => actions.press(name, within(screen.getByRole('alertdialog')))

describe('what a party of an order may do (products 2)', () => {
  const EARLY = { appealFrom: Number.MAX_SAFE_INTEGER } as const
  it.each<[P2pOrderStatus, 'buyer' | 'seller', readonly string[]]>([
    ['awaitingPayment', 'buyer', ['I have paid', 'Cancel the order']],
    ['awaitingPayment', 'seller', []],
    ['paid', 'buyer', ['Cancel the order']],
    ['paid', 'seller', ['Release the coins']],
    ['appealed', 'buyer', ['Cancel the order']],
    ['appealed', 'seller', ['Release the coins']],
    ['expired', 'buyer', []],
    ['expired', 'seller', []],
    ['cancelled', 'buyer', []],
    ['cancelled', 'seller', []],
    ['released', 'buyer', []],
    ['released', 'seller', []],
    ['refunded', 'buyer', []],
    ['refunded', 'seller', []],
  ])('are, while it is %s, for the %s: %j', async (status, role, names) => {
    await show({ status, role, ...EARLY })
    expect(buttons()).toEqual(names)
  })

  it.each([
    ['buyer', 'awaitingPayment', 'Pay 1,000.40 USD to the account below, then confirm it here.'],
    ['seller', 'awaitingPayment', 'Waiting for the payment of the buyer.'],
    ['buyer', 'paid', /^Waiting until the seller has checked the payment/],
    ['seller', 'paid', /^Check that 1,000\.40 USD has arrived in your account\./],
    ['buyer', 'released', 'The coins are in your spot account.'],
  ] as const)('shows the %s what comes next while it is %s', async (role, status, text) => {
    await show({ role, status, ...EARLY })
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('shows a seller nothing of coins in the spot account', async () => {
    await show({ role: 'seller', status: 'released' })
    expect(screen.queryByText('The coins are in your spot account.')).toBeNull()
  })
})

describe('steps that cannot be taken back (products 2)', () => {
  it('name the sum before a payment is confirmed', async () => {
    await show()
    await actions.press('I have paid')
    expect(screen.getByText('Confirm only after you have sent 1,000.40 USD.')).toBeTruthy()
    expect(browser.asked('/p2p/order/paid')).toEqual([])
  })

  it.each([
    ['I have paid', '/p2p/order/paid'],
    ['Cancel the order', '/p2p/order/cancel'],
  ])('are not taken when %s is thought over', async (name, path) => {
    await show()
    await actions.press(name)
    await answer('Cancel')
    expect(browser.asked(path)).toEqual([])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await actions.press(name)
    await answer(name)
    expect(browser.asked(path)).toHaveLength(1)
  })

  it('name what goes and what must have come before a release', async () => {
    await show({ role: 'seller', status: 'paid' })
    await actions.press('Release the coins')
    expect(
      screen.getByText('1,250.5 USDT goes to the buyer for good. Have you received 1,000.40 USD?'),
    ).toBeTruthy()
    await answer('Cancel')
    expect(browser.asked('/user/security/stepUp')).toEqual([])
    expect(browser.asked(RELEASE)).toEqual([])
  })

  it('release nothing without a proof for that very action', async () => {
    await show({ role: 'seller', status: 'paid' })
    await actions.press('Release the coins')
    await answer('Release the coins')
    expect(browser.asked('/user/security/stepUp')[0]?.data).toMatchObject({ action: 'p2pRelease' })
    await actions.press('Close')
    expect(browser.asked(RELEASE)).toEqual([])
    expect(tab.toasts()).toEqual([])
    // It can be begun again.
    expect(isBlocked(actions.button('Release the coins'))).toBe(false)
  })

  it.each([
    ['40241', 'The state of the order does not allow this.'],
    ['40401', 'It does not exist, or no longer.'],
    ['00005', /./],
  ])('say that a release was refused with %s', async (code, text) => {
    browser.on(RELEASE, () => refused(code))
    await show({ role: 'seller', status: 'paid' })
    await actions.press('Release the coins')
    await answer('Release the coins')
    await actions.prove()
    expect(tab.toasts()).toEqual([expect.stringMatching(text)])
    expect(browser.asked(RELEASE)).toHaveLength(1)
  })

  it('are asked about once, however often the button is pressed', async () => {
    await show()
    const button = actions.button('I have paid')
    button.click()
    button.click()
    await settle(300)
    await answer('I have paid')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(browser.asked('/p2p/order/paid')).toHaveLength(1)
  })
})

describe('an appeal (products 2)', () => {
  it('says from when on there can be one', async () => {
    await show({ status: 'paid', appealFrom: browser.clock.now() + MINUTE })
    expect(screen.getByText(/^You can appeal from .+\.$/)).toBeTruthy()
    expect(screen.queryByLabelText('Reason of the appeal')).toBeNull()
  })

  it.each(['buyer', 'seller'] as const)('is open to the %s of a paid order', async (role) => {
    await show({ role, status: 'paid', appealFrom: 1 })
    await actions.type('Reason of the appeal', 'No answer')
    await actions.press('Appeal')
    expect(browser.asked('/p2p/order/appeal')[0]?.data).toMatchObject({
      orderId: '9',
      reason: 'No answer',
    })
  })

  it.each(['', '   ', '\n\n'])('needs a reason: %o is none', async (reason) => {
    await show({ status: 'paid', appealFrom: 1 })
    await actions.type('Reason of the appeal', reason)
    expect(isBlocked(actions.button('Appeal'))).toBe(true)
    await actions.submit('Reason of the appeal')
    expect(browser.asked('/p2p/order/appeal')).toEqual([])
  })

  it('says when the order has ended meanwhile', async () => {
    browser.on('/p2p/order/appeal', () => refused('40241'))
    await show({ status: 'paid', appealFrom: 1 })
    await actions.type('Reason of the appeal', 'No answer')
    await actions.press('Appeal')
    expect(tab.toasts()).toEqual(['The state of the order does not allow this.'])
  })

  it.each<P2pOrderStatus>(['awaitingPayment', 'appealed', 'released', 'refunded', 'cancelled'])(
    'cannot be made of one that is %s',
    async (status) => {
      await show({ status, appealFrom: 1 })
      expect(screen.queryByLabelText('Reason of the appeal')).toBeNull()
    },
  )

  it('keeps its reason and the decision in sight', async () => {
    await show({
      status: 'refunded',
      appeal: { at: 1, isOwn: false, reason: 'No money' },
      ruling: { reason: 'No receipt' },
    })
    expect(screen.getByText('Appeal: No money').getAttribute('dir')).toBe('auto')
    expect(screen.getByText('Decision: No receipt').getAttribute('dir')).toBe('auto')
    expect(screen.queryByText(/^An operator reads the chat/)).toBeNull()
  })
})
