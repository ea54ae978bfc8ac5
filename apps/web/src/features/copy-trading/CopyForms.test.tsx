import { cleanup, screen } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CopyLeader } from '../../data/copy/api.ts'
import { CopyTexts } from '../../lib/lazy/CopyTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { descriptionOf, isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { BecomeLead } from './BecomeLead.tsx'
import { FollowDialog } from './FollowDialog.tsx'
import { FundsDialog } from './FundsDialog.tsx'

const FOLLOW = '/copy/follow/open'
const LEAD = '/copy/lead/open'
const LEADER: CopyLeader = {
  leadId: '9',
  nickname: 'Ann',
  pairs: ['BTCUSDT'],
  share: '10',
  minimum: '50',
  followers: 1,
  maxFollowers: 300,
  return: '12.5',
  drawdown: '4',
  startedAt: 0,
  ended: 0,
  lost: 0,
  losing: 0,
}
const pairOf = (base: string) => ({
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
})

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
let actions: ReturnType<typeof pageActions>
let closed: number
beforeEach(() => {
  closed = 0
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/spot/account/assets', () => ok([{ asset: 'USDT', available: '500', held: '9' }]))
  browser.on('/spot/public/symbols', () => ok([pairOf('BTC'), pairOf('ETH')]))
  browser.on(FOLLOW, () => ok({}))
  browser.on(LEAD, () => ok({}))
})
afterEach(cleanup)

const show = async (children: ReactNode) => {
  tab = await browser.openTab('http://app/en/copy-trading')
  ;({ settle } = renderPage(<CopyTexts>{children}</CopyTexts>, {
    browser,
    tab,
    at: '/en/copy-trading',
  }))
  actions = pageActions(settle)
  await settle(100)
}
const close = () => (closed += 1)
const sent = (path: string) => browser.asked(path).map(({ data }) => data)
const fill = async (values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values)) await actions.type(label, value)
}
const FUNDS = 'Funds to copy with'

describe('a follow that is begun (products 1)', () => {
  const follow = (changes: Partial<CopyLeader> = {}) =>
    show(<FollowDialog leader={{ ...LEADER, ...changes }} onClose={close} />)
  const start = () => actions.button('Start copying')
  const worst = () =>
    screen
      .getByRole('dialog')
      .textContent.match(/(In the worst case|When .* is lost).*/)?.[0]
      .replace('Start copying', '')

  it.each([
    ['49.99999999', true],
    ['50', false],
    ['500', false],
    ['500.00000001', true],
    ['0', true],
    ['', true],
  ])('is refused with %o on the spot: %s', async (funds, isRefused) => {
    await follow()
    await actions.type(FUNDS, funds)
    expect(isBlocked(start())).toBe(isRefused)
  })

  it('copies in proportion and without limits unless they are given', async () => {
    await follow()
    await actions.type(FUNDS, '100')
    await actions.press('Start copying')
    const [terms] = sent(FOLLOW)
    expect(terms).toMatchObject({ leadId: '9', allocation: '100', mode: 'ratio' })
    for (const name of ['amount', 'stopLoss', 'dailyCap', 'slippage'])
      expect(terms).not.toHaveProperty(name)
    expect([closed, tab.toasts()]).toEqual([1, ['Done.']])
  })

  it('needs an amount where each copy has the same', async () => {
    await follow()
    await actions.type(FUNDS, '100')
    await actions.toggle('radio', 'Fixed amount')
    expect(isBlocked(start())).toBe(true)
    await actions.typeIn(screen.getByRole('textbox', { name: 'Fixed amount' }), '20')
    await actions.press('Start copying')
    expect(sent(FOLLOW)[0]).toMatchObject({ mode: 'amount', amount: '20' })
  })

  it('sends no amount that was typed before copies were in proportion', async () => {
    await follow()
    await actions.type(FUNDS, '100')
    await actions.toggle('radio', 'Fixed amount')
    await actions.typeIn(screen.getByRole('textbox', { name: 'Fixed amount' }), '20')
    await actions.toggle('radio', 'In proportion')
    await actions.press('Start copying')
    expect(sent(FOLLOW)[0]).toMatchObject({ mode: 'ratio' })
    expect(sent(FOLLOW)[0]).not.toHaveProperty('amount')
  })

  it('sends its limits as they were meant', async () => {
    await follow()
    await fill({
      [FUNDS]: '0100.',
      'Stop loss': '020',
      'Daily limit of buys': '250.50',
      'Largest slippage': '0.4',
    })
    await actions.press('Start copying')
    expect(sent(FOLLOW)[0]).toMatchObject({
      allocation: '100',
      stopLoss: '20',
      dailyCap: '250.50',
      slippage: '0.4',
    })
  })

  it('takes a stop loss in whole percent, slippage in two decimals', async () => {
    await follow()
    await fill({ 'Stop loss': '20.5', 'Largest slippage': '0.456' })
    const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
    expect([valueOf('Stop loss'), valueOf('Largest slippage')]).toEqual(['20', '0.45'])
  })

  it.each([
    ['200', '', 'In the worst case you lose all 200 USDT.'],
    [
      '200',
      '25',
      'When 25% is lost, everything is sold: about 50 USDT lost, more if prices jump. ' +
        'In the worst case you lose all 200 USDT.',
    ],
    ['49', '25', undefined],
  ])('names the worst case of %s with a stop loss of %o', async (funds, stopLoss, text) => {
    await follow()
    await fill({ [FUNDS]: funds, 'Stop loss': stopLoss })
    expect(worst()).toBe(text)
  })

  it.each([
    ['40201', 'The available balance is not enough.'],
    ['40401', 'It does not exist, or no longer.'],
  ])('says why it was refused with %s, and stays', async (code, text) => {
    browser.on(FOLLOW, () => refused(code))
    await follow()
    await actions.type(FUNDS, '100')
    await actions.press('Start copying')
    expect([closed, tab.toasts()]).toEqual([0, [text]])
  })

  it('keeps its key after an unknown outcome', async () => {
    browser.on(FOLLOW, () => {
      throw connectionLost()
    })
    await follow()
    await actions.type(FUNDS, '100')
    await actions.press('Start copying')
    await settle(1_000)
    expect(tab.toasts()[0]).toMatch(/^It is not known whether this was done\./)
    browser.on(FOLLOW, () => ok({}))
    await actions.press('Start copying')
    expect(new Set(sent(FOLLOW).map((data) => data['clientOid'])).size).toBe(1)
    expect(closed).toBe(1)
  })
})

describe('funds of a follow (products 1)', () => {
  let moved: string[]
  const funds = (direction: 'in' | 'out', isDone = true) => {
    moved = []
    return show(
      <FundsDialog
        direction={direction}
        available="120.5"
        isBusy={false}
        onClose={close}
        onSend={async (amount) => (moved.push(amount), isDone)}
      />,
    )
  }
  const NAMES = { in: 'Add funds', out: 'Take out' } as const

  it.each([
    ['in', '500', false],
    ['in', '500.00000001', true],
    ['out', '120.5', false],
    ['out', '120.50000001', true],
    ['out', '0', true],
    ['in', '', true],
  ] as const)('go %s up to what is there: %s is refused: %s', async (way, amount, isRefused) => {
    await funds(way)
    await actions.type('Amount', amount)
    expect(isBlocked(actions.button(NAMES[way]))).toBe(isRefused)
  })

  it('show what there is of them, on either side', async () => {
    await funds('out')
    expect(descriptionOf(screen.getByLabelText('Amount'))).toContain('120.5 USDT')
  })

  it.each([true, false])('close their dialog only when it was done: %s', async (isDone) => {
    await funds('out', isDone)
    await actions.type('Amount', '20')
    await actions.press('Take out')
    expect([moved, closed]).toEqual([['20'], isDone ? 1 : 0])
  })
})

describe('a lead trader who begins (products 1)', () => {
  const lead = () => show(<BecomeLead />)
  const become = () => actions.button('Become a lead trader')
  const whole = async () => {
    await fill({ Name: 'Ann', 'Profit share': '12.5', Minimum: '50', 'Paid in': '1000' })
    await actions.toggle('checkbox', 'BTC/USDT')
  }

  it('sends name, pairs, conditions and funds', async () => {
    await lead()
    await whole()
    await actions.type('Name', ' Ann of Trade ')
    await actions.press('Become a lead trader')
    expect(sent(LEAD)[0]).toMatchObject({
      nickname: 'Ann of Trade',
      pairs: ['BTCUSDT'],
      share: '12.5',
      minimum: '50',
      maxFollowers: 300,
      amount: '1000',
    })
    expect(tab.toasts()).toEqual(['Done.'])
  })

  it.each([
    ['a name of two letters', 'Name', 'A'],
    ['a name that is more than blanks', 'Name', '   '],
    ['a profit share', 'Profit share', ''],
    ['a minimum', 'Minimum', ''],
    ['funds', 'Paid in', ''],
  ])('needs %s', async (_, label, value) => {
    await lead()
    await whole()
    expect(isBlocked(become())).toBe(false)
    await actions.type(label, value)
    expect(isBlocked(become())).toBe(true)
    await actions.submit(label)
    expect(sent(LEAD)).toEqual([])
  })

  it('needs a pair', async () => {
    await lead()
    await whole()
    await actions.toggle('checkbox', 'BTC/USDT')
    expect(isBlocked(become())).toBe(true)
  })

  it('stays as it was typed after a refusal', async () => {
    browser.on(LEAD, () => refused('40201'))
    await lead()
    await whole()
    await actions.press('Become a lead trader')
    expect(tab.toasts()).toEqual(['The available balance is not enough.'])
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ann')
  })
})
