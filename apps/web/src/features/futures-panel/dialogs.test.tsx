import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { type ComponentType, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FuturesTexts } from '../../lib/lazy/FuturesTexts.tsx'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { BTC_LONG, BTC_TIERS, ETH_SHORT } from '../../testing/futuresFixtures.ts'
import { scriptFutures } from '../../testing/futuresGateway.ts'
import { scriptMargin } from '../../testing/marginGateway.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import CloseDialog from './CloseDialog.tsx'
import DetailsDialog from './DetailsDialog.tsx'
import ExitsDialog from './ExitsDialog.tsx'
import MarginDialog from './MarginDialog.tsx'
import MoveCard from './MoveCard.tsx'
import MoveDialog, { type MoveDialogProps } from './MoveDialog.tsx'
import type { PositionDialogProps } from './positionDialogs.ts'
import ShareDialog from './ShareDialog.tsx'

let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const onClose = vi.fn()

beforeEach(() => {
  browser = createTestBrowser()
  browser.signIn('7')
  scriptFutures(browser)
  scriptMargin(browser)
  browser.on('/spot/public/symbols', () => ok([]))
  onClose.mockReset()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function show(content: React.ReactNode, role = 'dialog') {
  tab = await browser.openTab('http://app/en/futures/usdt/BTCUSDT')
  settle = renderPage(
    <Suspense>
      <FuturesTexts>{content}</FuturesTexts>
    </Suspense>,
    { browser, tab },
  ).settle
  await settle()
  await screen.findByRole(role)
  await settle()
}
const open = (Dialog: ComponentType<PositionDialogProps>, position = BTC_LONG) =>
  show(<Dialog position={position} onClose={onClose} />)

const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = async (name: RegExp, value: string) => {
  fireEvent.change(field(name), { target: { value } })
  await settle()
}
const leave = async (name: RegExp) => {
  fireEvent.blur(field(name))
  await settle()
}
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const pick = async (name: string) => {
  fireEvent.click(screen.getByRole('radio', { name }))
  await settle()
}
const slide = async (value: number) => {
  fireEvent.change(screen.getByRole('slider'), { target: { value: String(value) } })
  await settle()
}
const sent = (path: string) => browser.asked(path).map(({ data }) => data)

describe('closing a position', () => {
  const CLOSE = '/futures/position/close'
  beforeEach(() => browser.on(CLOSE, () => ok({ orderId: '5', clientOid: 'w', status: 'filled' })))

  it('says on its button what it will do', async () => {
    await open(CloseDialog)
    expect(screen.getByRole('button', { name: 'Close 0.500 BTC at the market' })).toBeTruthy()
  })

  it('closes all of it at the market', async () => {
    await open(CloseDialog)
    await press('Close 0.500 BTC at the market')
    expect(sent(CLOSE)).toEqual([
      expect.objectContaining({ symbol: 'BTCUSDT', orderType: 'market', positionSide: null }),
    ])
    expect(sent(CLOSE)[0]).not.toHaveProperty('size')
    expect([onClose.mock.calls.length, tab.toasts()]).toEqual([1, ['Close order sent: 0.500.']])
  })

  it('closes a share in whole steps', async () => {
    await open(CloseDialog)
    await slide(33)
    expect(field(/^Amount/).value).toBe('0.165')
    await press(/^Close 0\.165 BTC/)
    expect(sent(CLOSE)[0]).toMatchObject({ size: '0.165' })
  })

  it('closes at a limit', async () => {
    await open(CloseDialog)
    await pick('Limit')
    await type(/^Price/, '61000')
    await press('Close 0.500 BTC at 61,000.0')
    expect(sent(CLOSE)[0]).toMatchObject({ orderType: 'limit', price: '61000' })
  })

  it('refuses more than is held', async () => {
    await open(CloseDialog)
    await type(/^Amount/, '0.6')
    expect(screen.getAllByText('At most 0.500.')).toHaveLength(2)
    await press(/^Close 0\.600 BTC/)
    expect(sent(CLOSE)).toEqual([])
  })

  it('refuses nothing at all', async () => {
    await open(CloseDialog)
    await type(/^Amount/, '')
    await press(/^Close .*market$/)
    expect(sent(CLOSE)).toEqual([])
  })

  it('needs a price for a limit', async () => {
    await open(CloseDialog)
    await pick('Limit')
    await type(/^Price/, '')
    await press(/^Close 0\.500 BTC at/)
    expect(sent(CLOSE)).toEqual([])
  })

  it('keeps its key when the answer was a refusal', async () => {
    browser.on(CLOSE, () => refused('40216'))
    await open(CloseDialog)
    await press('Close 0.500 BTC at the market')
    expect(screen.getByRole('alert').textContent).toBe(
      'The price is beyond the bankruptcy price of the position.',
    )
    await press('Close 0.500 BTC at the market')
    const [first, second] = sent(CLOSE)
    expect([onClose.mock.calls.length, first?.['clientOid'] === second?.['clientOid']]).toEqual([
      0,
      true,
    ])
  })
})

describe('margin of an isolated position', () => {
  const MARGIN = '/futures/position/margin'
  beforeEach(() =>
    browser.on(MARGIN, () => ok({ margin: '350.00000000', liquidationPrice: '3155.10' })),
  )

  it('adds from the wallet', async () => {
    await open(MarginDialog, ETH_SHORT)
    await type(/^Amount/, '50')
    fireEvent.submit(field(/^Amount/).form as HTMLFormElement)
    await settle()
    expect(sent(MARGIN)).toEqual([
      expect.objectContaining({ symbol: 'ETHUSDT', positionSide: 2, amount: '50' }),
    ])
    expect(tab.toasts()).toEqual([expect.stringMatching(/^The margin is now 350/)])
  })

  it('keeps its key until answered, so that it is added once', async () => {
    browser.on(MARGIN, () => {
      throw connectionLost()
    })
    await open(MarginDialog, ETH_SHORT)
    const add = async (amount: string) => {
      await type(/^Amount/, amount)
      fireEvent.submit(field(/^Amount/).form as HTMLFormElement)
      await settle(10_000)
    }
    await add('50')
    await add('50')
    await add('60')
    const keys = sent(MARGIN).map(
      ({ amount, clientOid }) => `${String(amount)} ${String(clientOid)}`,
    )
    expect(keys.length).toBeGreaterThanOrEqual(3)
    expect(new Set(keys).size).toBe(2)
    expect(new Set(sent(MARGIN).map(({ clientOid }) => clientOid)).size).toBe(2)
  })

  it('says the liquidation price after it, and the amount on the button (futures 3)', async () => {
    browser.on('/futures/public/tiers', () => ok(BTC_TIERS))
    await open(MarginDialog, ETH_SHORT)
    await type(/^Amount/, '50')
    const price = screen.getByText('Liq. price').nextElementSibling?.textContent ?? ''
    const [before = '', after = ''] = price.split(' → ').map((each) => each.replaceAll(',', ''))
    expect(Number(after), price).toBeGreaterThan(Number(before))
    expect(screen.getByRole('button', { name: /^Add\s*50.00 USDT$/ })).toBeTruthy()
  })

  it('takes out with a negative amount', async () => {
    await open(MarginDialog, ETH_SHORT)
    await pick('Remove')
    await type(/^Amount/, '20.5')
    fireEvent.submit(field(/^Amount/).form as HTMLFormElement)
    await settle()
    expect(sent(MARGIN)[0]).toMatchObject({ amount: '-20.5' })
  })

  it('refuses more than is available', async () => {
    await open(MarginDialog, ETH_SHORT)
    await type(/^Amount/, '4000')
    expect(screen.getByText('At most 3,487.50.')).toBeTruthy()
    fireEvent.submit(field(/^Amount/).form as HTMLFormElement)
    await settle()
    expect(sent(MARGIN)).toEqual([])
  })

  it('stays open with the reason where it is refused', async () => {
    browser.on(MARGIN, () => refused('40217'))
    await open(MarginDialog, ETH_SHORT)
    await pick('Remove')
    await type(/^Amount/, '299')
    fireEvent.submit(field(/^Amount/).form as HTMLFormElement)
    await settle()
    expect([screen.getByRole('alert').textContent, onClose.mock.calls.length]).toEqual([
      'Open positions need this margin.',
      0,
    ])
  })
})

describe('exits of a position', () => {
  const EXITS = '/futures/position/exits'
  beforeEach(() => browser.on(EXITS, () => ok({ takeProfit: null, stopLoss: null })))

  it('begins with what stands', async () => {
    await open(ExitsDialog)
    expect([field(/^Take profit/).value, field(/^Stop loss/).value]).toEqual(['65,000.0', ''])
  })

  it('says what the position gains or loses at each', async () => {
    await open(ExitsDialog)
    await type(/^Stop loss/, '58000')
    // 0.5 BTC from 60,000.
    expect([screen.getByText('+2,500.00'), screen.getByText('-1,000.00')]).toHaveLength(2)
  })

  it('sends both, an empty one as none', async () => {
    await open(ExitsDialog)
    fireEvent.focus(field(/^Take profit/))
    await type(/^Take profit/, '')
    await type(/^Stop loss/, '58000')
    await press('Save')
    expect(sent(EXITS)).toEqual([
      expect.objectContaining({
        symbol: 'BTCUSDT',
        takeProfitTriggerPrice: null,
        stopLossTriggerPrice: '58000',
        triggerBy: 'mark',
      }),
    ])
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('takes percent of the entry (spec 5)', async () => {
    await open(ExitsDialog)
    fireEvent.click(screen.getAllByRole('button', { name: 'USDT' })[1] as HTMLElement)
    await type(/^Stop loss/, '5')
    expect(field(/^Stop loss at 57,000.0/).value).toBe('5')
    await press('Save')
    expect(sent(EXITS)).toMatchObject([
      { takeProfitTriggerPrice: '65000.0', stopLossTriggerPrice: '57000.0' },
    ])
  })

  it('blanks a percent that the liquidation would come before (spec section 5)', async () => {
    await open(ExitsDialog)
    fireEvent.click(screen.getAllByRole('button', { name: 'USDT' })[1] as HTMLElement)
    await type(/^Stop loss/, '15')
    await leave(/^Stop loss/)
    expect(field(/^Stop loss/).value).toBe('')
    expect(screen.getByText(/^51,000.0 was removed/)).toBeTruthy()
  })

  it('blanks a stop that the liquidation would come before (spec section 5)', async () => {
    await open(ExitsDialog)
    await type(/^Stop loss/, '51000')
    await leave(/^Stop loss/)
    expect(field(/^Stop loss/).value).toBe('')
    expect(
      screen.getByText('51,000.0 was removed: the position would be liquidated first.'),
    ).toBeTruthy()
  })

  it('says so where a trigger would be reached at once', async () => {
    await open(ExitsDialog)
    await type(/^Take profit/, '60000')
    expect(screen.getAllByText('This price would trigger at once.').length).toBeGreaterThan(0)
    await press('Save')
    expect(sent(EXITS)).toEqual([])
  })

  it('shows a refusal beside the fields', async () => {
    browser.on(EXITS, () => refused('40208'))
    await open(ExitsDialog)
    await press('Save')
    expect(screen.getByRole('alert').textContent).toBe('This price is not accepted.')
  })
})

describe('the details of a position', () => {
  const shown = () =>
    Object.fromEntries(
      screen
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )

  it('shows every field of it (spec 3)', async () => {
    await open(DetailsDialog, { ...BTC_LONG, openLevel: 10, openDealCount: '0.700' })
    expect(shown()).toMatchObject({
      'Margin mode': 'Cross',
      'Position mode': 'One-way',
      Leverage: '10× / 20×',
      'Can be closed': '0.500 BTC',
      'Filled to open': '0.700 BTC',
      'Filled to close': '0.000 BTC',
      'Average of the opening': '60,000.0',
      'Margin of the opening': expect.stringContaining('1,500.00'),
      'Position number': BTC_LONG.orderNo,
    })
    expect(shown()).not.toHaveProperty('Automatic margin')
  })

  it('has the icon of its coin', async () => {
    await open(DetailsDialog, ETH_SHORT)
    // No picture loads here.
    expect(document.querySelector<HTMLElement>('[data-letter]')?.dataset['letter']).toBe('E')
  })

  it('says of an isolated one whether it draws margin', async () => {
    await open(DetailsDialog, { ...ETH_SHORT, autoMargin: true })
    expect(shown()['Automatic margin']).toBe('✓')
  })
})

describe('the share card', () => {
  const nameOf = () => screen.getByRole('img').getAttribute('aria-label') ?? ''

  it('hides amounts at first', async () => {
    await open(ShareDialog)
    expect([nameOf().includes('16.53%'), nameOf().includes('250.00')]).toEqual([true, false])
  })

  it('shows amounts where they are asked for', async () => {
    await open(ShareDialog)
    fireEvent.click(screen.getByRole('switch', { name: 'Show amounts' }))
    await settle()
    expect([nameOf().includes('+250.00 USDT'), nameOf().includes('0.500')]).toEqual([true, true])
  })

  it('says paper trading for paper funds', async () => {
    browser.signIn('7', { realm: 'paper' })
    await open(ShareDialog)
    expect(nameOf()).toContain('Demo trading')
  })
})

describe('moving funds between wallets', () => {
  const MOVE = '/asset/move'
  const openMove = (props: Partial<MoveDialogProps> = {}) =>
    show(<MoveDialog product="usdt" onClose={onClose} {...props} />)
  beforeEach(() => browser.on(MOVE, ({ data }) => ok({ ...data, moveId: '1', createdAt: 0 })))

  it('goes from spot to futures at first', async () => {
    await openMove()
    await type(/^Amount/, '100')
    await press(/^Transfer$/)
    expect(sent(MOVE)).toEqual([
      expect.objectContaining({ from: 'spot', to: 'futures', asset: 'USDT', amount: '100' }),
    ])
    expect(tab.toasts()).toEqual(['100 USDT was moved: Futures wallet.'])
  })

  it('moves all with one press', async () => {
    await openMove()
    await press('All')
    await press(/^Transfer$/)
    expect(sent(MOVE)[0]).toMatchObject({ amount: '10000' })
  })

  it('turns around, with what may leave', async () => {
    await openMove()
    await press('Swap direction')
    await press('All')
    await press(/^Transfer$/)
    expect(sent(MOVE)[0]).toMatchObject({ from: 'futures', to: 'spot', amount: '3487.50000000' })
  })

  it('offers the coins of its product', async () => {
    await openMove({ product: 'coin' })
    await press('All')
    await press(/^Transfer$/)
    expect(sent(MOVE)[0]).toMatchObject({ asset: 'BTC', amount: '1.5' })
  })

  it('refuses more than there is', async () => {
    await openMove()
    await type(/^Amount/, '10001')
    expect(screen.getByText('The available balance is not enough.')).toBeTruthy()
    await press(/^Transfer$/)
    expect(sent(MOVE)).toEqual([])
  })

  it('keeps the key of the same terms, and takes another for others', async () => {
    browser.on(MOVE, () => refused('40215'))
    await openMove()
    await type(/^Amount/, '10')
    await press(/^Transfer$/)
    await press(/^Transfer$/)
    await type(/^Amount/, '11')
    await press(/^Transfer$/)
    const keys = sent(MOVE).map(({ clientOid }) => clientOid)
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
    expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe(
      'This account is being liquidated.',
    )
  })

  it('moves the same amount again under a new key', async () => {
    await show(<MoveCard />, 'form')
    for (const _time of [1, 2]) {
      await type(/^Amount/, '10')
      await press(/^Transfer$/)
    }
    const keys = sent(MOVE).map(({ clientOid }) => clientOid)
    expect([keys.length, new Set(keys).size]).toEqual([2, 2])
  })

  it('stands on a page with the wallets of the account alone', async () => {
    const other = { userId: '8', isMain: false, label: 'Grid', isFrozen: false, assets: [] }
    browser.on('/asset/transfer/accounts', () => ok([{ ...other, userId: '7' }, other]))
    await show(<MoveCard />, 'form')
    fireEvent.click(screen.getByRole('combobox', { name: /^To/ }))
    const names = within(await screen.findByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect([names.includes('Futures wallet'), names.includes('Grid')]).toEqual([true, false])
    fireEvent.click(screen.getByRole('option', { name: 'Futures wallet' }))
    await type(/^Amount/, '100')
    await press(/^Transfer$/)
    expect(sent(MOVE)).toMatchObject([{ from: 'spot', to: 'futures', amount: '100' }])
    expect(field(/^Amount/).value).toBe('')
  })

  it('reads both wallets anew afterwards', async () => {
    await openMove()
    const before = browser.asked('/futures/account').length
    await type(/^Amount/, '1')
    await act(() => press(/^Transfer$/))
    expect(browser.asked('/futures/account').length).toBeGreaterThan(before)
  })
})

describe('moving funds between the accounts of one holder', () => {
  const TRANSFER = '/asset/transfer'
  const usdt = (available: string) => [{ asset: 'USDT', available, held: '0', decimals: 8 }]
  const account = (userId: string, more: object = {}) => ({
    userId,
    isMain: userId === '7',
    label: userId === '7' ? null : 'Grid',
    isFrozen: false,
    assets: usdt(userId === '7' ? '250' : '40'),
    ...more,
  })
  const choose = async (end: 'From' | 'To', name: string) => {
    fireEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${end}`) }))
    await settle()
    fireEvent.click(within(await screen.findByRole('listbox')).getByText(name))
    await settle()
  }
  const options = async (end: 'From' | 'To') => {
    fireEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${end}`) }))
    await settle()
    return within(await screen.findByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  }
  const openMove = async () => {
    await show(<MoveDialog onClose={onClose} />)
    await settle()
  }
  const confirm = async () => {
    const question = tab.services.dialogs.getState().current?.options.message
    await act(() => tab.services.dialogs.answer('confirm'))
    await settle()
    return question
  }
  beforeEach(() => {
    browser.on(`${TRANSFER}/accounts`, () => ok([account('7'), account('8')]))
    browser.on(TRANSFER, () => ok({ transferId: '1' }))
  })

  it('sends from spot to a sub-account, after a question', async () => {
    await openMove()
    await choose('To', 'Grid')
    await press('All')
    await press(/^Transfer$/)
    expect(await confirm()).toBe('Transfer 250 USDT from Main account to Grid?')
    expect(sent(TRANSFER)).toEqual([
      expect.objectContaining({ fromUserId: '7', toUserId: '8', asset: 'USDT', amount: '250' }),
    ])
    expect([onClose.mock.calls.length, sent('/asset/move')]).toEqual([1, []])
  })

  it('brings funds of a sub-account back', async () => {
    await openMove()
    await choose('From', 'Grid')
    await type(/^Amount/, '41')
    expect(screen.getByText('The available balance is not enough.')).toBeTruthy()
    await type(/^Amount/, '40')
    await press(/^Transfer$/)
    await confirm()
    expect(sent(TRANSFER)[0]).toMatchObject({ fromUserId: '8', toUserId: '7', amount: '40' })
  })

  it('lets a sub-account send to its main account, and not turn around', async () => {
    const main = account('1', { isMain: true, label: null, assets: null })
    browser.on(`${TRANSFER}/accounts`, () => ok([main, account('7', { isMain: false })]))
    await openMove()
    await choose('To', 'Main account')
    expect(screen.getByRole('button', { name: 'Swap direction' })).toHaveProperty('disabled', true)
    expect(await options('From')).not.toContain('Main account')
  })

  it('leaves frozen accounts out', async () => {
    browser.on(`${TRANSFER}/accounts`, () => ok([account('7'), account('8', { isFrozen: true })]))
    await openMove()
    expect(await options('To')).not.toContain('Grid')
  })

  it('knows no other accounts on paper', async () => {
    browser.signIn('7', { realm: 'paper' })
    await openMove()
    expect(browser.asked(`${TRANSFER}/accounts`)).toEqual([])
    expect(await options('To')).not.toContain('Grid')
  })
})
