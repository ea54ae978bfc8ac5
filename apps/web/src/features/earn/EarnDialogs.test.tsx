import { cleanup, screen, within } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EarnPosition, EarnProduct } from '../../data/earn/api.ts'
import { ProductTexts } from '../../lib/lazy/ProductTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { RedeemDialog } from './RedeemDialog.tsx'
import { SubscribeDialog } from './SubscribeDialog.tsx'
import { useRedeem } from './useRedeem.ts'

const SUBSCRIBE = '/earn/subscribe'
const REDEEM = '/earn/redeem'
const PRODUCT: EarnProduct = {
  productId: 'USDT-flexible',
  asset: 'USDT',
  kind: 'flexible',
  days: 0,
  tiers: [
    { upTo: '500', apr: '5.00' },
    { upTo: null, apr: '2.00' },
  ],
  minimum: '10',
  perUser: '2000',
  quota: '3000',
  left: '2000',
  decimals: 8,
  isPaused: false,
}
const POSITION: EarnPosition = {
  positionId: '1',
  productId: 'USDT-flexible',
  asset: 'USDT',
  days: 0,
  principal: '100',
  redeeming: '40',
  interestPaid: '0',
  interestDue: '0',
  status: 'earning',
  startsAt: Date.UTC(2026, 5, 11),
  endsAt: null,
  autoRenew: false,
  createdAt: 1,
}

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let actions: ReturnType<typeof pageActions>
let closed: number
beforeEach(() => {
  closed = 0
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '5000', held: '9' }]))
  browser.on('/earn/products', () => ok([PRODUCT]))
  browser.on('/earn/positions', () => ok([]))
  browser.on(SUBSCRIBE, () => ok(POSITION))
  browser.on(REDEEM, () => ok(POSITION))
})
afterEach(cleanup)

const close = () => (closed += 1)
function Redeem({ position }: { readonly position: EarnPosition }) {
  const redemption = useRedeem(position)
  return (
    <>
      <RedeemDialog position={position} redemption={redemption} onClose={close} />
      <button onClick={redemption.breakTerm}>Break</button>
    </>
  )
}
const show = async (children: ReactNode) => {
  tab = await browser.openTab('http://app/en/earn')
  ;({ settle } = renderPage(<ProductTexts>{children}</ProductTexts>, {
    browser,
    tab,
    at: '/en/earn',
  }))
  actions = pageActions(settle)
  await settle(100)
}
const subscribe = (changes: Partial<EarnProduct> = {}) =>
  show(<SubscribeDialog product={{ ...PRODUCT, ...changes }} onClose={close} />)
const redeem = (changes: Partial<EarnPosition> = {}) =>
  show(<Redeem position={{ ...POSITION, ...changes }} />)
const sent = (path: string) => browser.asked(path).map(({ data }) => data)
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount', { selector: 'input' })

describe('a subscription (products 3)', () => {
  it.each([
    ['9.99999999', true],
    ['10', false],
    ['5000', false],
    ['5000.00000001', true],
    ['', true],
  ])('is refused with %o on the spot: %s', async (typed, isRefused) => {
    await subscribe()
    await actions.type('Amount', typed)
    expect(isBlocked(actions.button('Subscribe'))).toBe(isRefused)
  })

  it.each([
    // 365 USDT at 5 % earn 18.25 a year, 0.05 a day.
    ['365', 2, [], 'Interest for 2 days: about 0.1 USDT'],
    ['365', 30, [], 'Interest for 30 days: about 1.5 USDT'],
    // 500 at 5 % and 365 at 2 %: 25 + 7.3 a year.
    ['865', 365, [], 'Interest for 365 days: about 32.3 USDT'],
    // Above what is held already there are 135 at 5 % and 365 at 2 %: 6.75 + 7.3 a year.
    ['500', 365, [{ ...POSITION, principal: '365' }], 'Interest for 365 days: about 14.05 USDT'],
    ['9', 30, [], 'At least 10 USDT.'],
  ])('shows what %s earns in %i days above %j: %s', async (typed, days, positions, text) => {
    browser.on('/earn/positions', () => ok(positions))
    await subscribe({ days, kind: 'fixed' })
    await actions.type('Amount', typed)
    expect(screen.getByRole('dialog').textContent).toContain(text)
  })

  it('is calculated for a month where it has no term', async () => {
    await subscribe()
    await actions.type('Amount', '365')
    expect(screen.getByText('Interest for 30 days: about 1.5 USDT')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('says nothing of a renewal where it has no term', async () => {
    await subscribe()
    await actions.type('Amount', '100')
    await actions.press('Subscribe')
    expect(sent(SUBSCRIBE)[0]).toMatchObject({ productId: 'USDT-flexible', amount: '100' })
    expect(sent(SUBSCRIBE)[0]).not.toHaveProperty('autoRenew')
  })

  it.each([true, false])('is renewed at the end of its term: %s', async (isRenewed) => {
    await subscribe({ days: 30, kind: 'fixed' })
    if (isRenewed) await actions.toggle('checkbox', 'Renew at the end of the term')
    await actions.type('Amount', '100')
    await actions.press('Subscribe')
    expect(sent(SUBSCRIBE)[0]).toMatchObject({ autoRenew: isRenewed })
  })

  it('says from when on it earns, and closes', async () => {
    await subscribe()
    await actions.type('Amount', '100.50')
    await actions.press('Subscribe')
    expect(tab.toasts()).toEqual([expect.stringMatching(/^100\.5 USDT will earn from .*2026/)])
    expect(closed).toBe(1)
  })

  it('stays open after a refusal, and says why', async () => {
    browser.on(SUBSCRIBE, () => refused('40201'))
    await subscribe()
    await actions.type('Amount', '100')
    await actions.press('Subscribe')
    expect(tab.toasts()).toEqual(['The available balance is not enough.'])
    expect([closed, amount().value]).toEqual([0, '100'])
  })

  it('keeps its key after an unknown outcome', async () => {
    browser.on(SUBSCRIBE, () => {
      throw connectionLost()
    })
    await subscribe()
    await actions.type('Amount', '100')
    await actions.press('Subscribe')
    await settle(1_000)
    expect(tab.toasts()[0]).toMatch(/^It is not known whether this was done\./)
    browser.on(SUBSCRIBE, () => ok(POSITION))
    await actions.press('Subscribe')
    expect(new Set(sent(SUBSCRIBE).map((data) => data['clientOid'])).size).toBe(1)
    expect(closed).toBe(1)
  })
})

describe('a redemption (products 3)', () => {
  it('begins with all that is not on its way back yet', async () => {
    await redeem()
    expect(amount().value).toBe('60')
    await actions.press('Redeem')
    expect(sent(REDEEM)[0]).toMatchObject({ positionId: '1', amount: '60' })
    expect(closed).toBe(1)
  })

  it.each([
    ['60', false],
    ['0.00000001', false],
    ['60.00000001', true],
    ['0', true],
    ['', true],
  ])('is refused with %o on the spot: %s', async (typed, isRefused) => {
    await redeem()
    await actions.type('Amount', typed)
    expect(isBlocked(actions.button('Redeem'))).toBe(isRefused)
  })

  it('says what comes back and by when', async () => {
    await redeem()
    await actions.type('Amount', '12.50')
    expect(
      screen.getByText(
        '12.5 USDT comes back to your spot account, after this UTC day at the latest.',
      ),
    ).toBeTruthy()
  })

  it('stays open after a refusal', async () => {
    browser.on(REDEEM, () => refused('40401'))
    await redeem()
    await actions.press('Redeem')
    expect(closed).toBe(0)
    expect(tab.toasts()).toEqual(['It does not exist, or no longer.'])
  })

  it('names what is lost before a term is broken', async () => {
    await redeem({ days: 30 })
    await actions.press('Break')
    const question = within(screen.getByRole('alertdialog'))
    expect(
      question.getByText('The term is not over: 60 USDT comes back without interest.'),
    ).toBeTruthy()
    await actions.press('Cancel', question)
    expect(sent(REDEEM)).toEqual([])
    await actions.press('Break')
    await actions.press('Redeem', within(screen.getByRole('alertdialog')))
    expect(sent(REDEEM)).toEqual([expect.objectContaining({ amount: '60' })])
  })
})
