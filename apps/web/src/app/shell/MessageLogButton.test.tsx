import type { UserNotice } from '@x/api'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, ok, refused } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { MessageLogButton } from './MessageLogButton.tsx'

const LIST = '/user/notice/list'
const READ = '/user/notice/read'

const notice = (changes: Partial<UserNotice> = {}): UserNotice => ({
  noticeId: 'filled:5',
  kind: 'filled',
  createdAt: Date.UTC(2026, 10, 20),
  isRead: false,
  order: { orderId: '5', symbol: 'BTCUSDT', side: 'buy', size: '0.01', price: '60000' },
  isNewDevice: null,
  title: null,
  subject: null,
  ...changes,
})
const spec = {
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  minNotional: '5',
  pricePlace: 2,
  quantityPlace: 5,
}

/** What the browser was asked to show. */
const shown: { readonly title: string; readonly body: string; readonly tag: string }[] = []
let permission: NotificationPermission = 'granted'
let isHidden = false

class FakeNotification {
  static get permission() {
    return permission
  }
  static requestPermission = async () => permission
  constructor(title: string, { body, tag }: { readonly body: string; readonly tag: string }) {
    shown.push({ title, body, tag })
  }
}

beforeAll(async () => void (await import('../../data/account-stream/applyToCache.ts')))
beforeEach(() => {
  shown.length = 0
  permission = 'granted'
  isHidden = false
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

interface Given {
  readonly items?: readonly UserNotice[]
  readonly next?: readonly UserNotice[]
  readonly isOpen?: boolean
}

async function open({ items = [notice()], next, isOpen = true }: Given = {}) {
  const browser = createTestBrowser()
  browser.signIn('7')
  let kept = items
  browser.on('/spot/public/symbols', () => ok([spec]))
  browser.on(LIST, ({ data }) =>
    data['cursor'] === undefined
      ? ok({
          items: kept,
          next: next ? '1.a' : null,
          unread: kept.filter(({ isRead }) => !isRead).length,
        })
      : ok({ items: next, next: null, unread: 0 }),
  )
  browser.on(READ, () => {
    kept = kept.map((each) => ({ ...each, isRead: true }))
    return ok({ unread: 0 })
  })
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  const { settle } = renderPage(<MessageLogButton isUser />, { browser, tab })
  await settle()
  const bell = await screen.findByRole('button', { name: /^Messages/ })
  await expect.poll(() => browser.asked(LIST).length).toBeGreaterThan(0)
  await settle()
  if (isOpen) {
    fireEvent.click(bell)
    await screen.findByRole('tab', { name: 'Notices' })
  }
  const rows = () =>
    within(screen.getByRole('list', { name: 'Notices' }))
      .queryAllByRole('listitem')
      .map((row) => row.querySelector('p')?.textContent)
  return {
    browser,
    tab,
    settle,
    rows,
    label: () => bell.getAttribute('aria-label'),
    keep: (now: readonly UserNotice[]) => (kept = now),
  }
}

// The first test, while none of the code for notices is here.
describe('the bell of the first moment', () => {
  it('keeps what a press opened when notices arrive', async () => {
    const browser = createTestBrowser()
    browser.signIn('7')
    browser.on('/spot/public/symbols', () => ok([spec]))
    browser.on(LIST, () => ok({ items: [notice()], next: null, unread: 1 }))
    const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
    const { settle } = renderPage(<MessageLogButton isUser />, { browser, tab })
    const bell = screen.getByRole('button', { name: 'Messages' })
    fireEvent.click(bell)
    await settle()
    expect(await screen.findByRole('list', { name: 'Notices' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Messages, 1 unread' })).toBe(bell)
    expect(bell.getAttribute('aria-expanded')).toBe('true')
  })

  it('forgets the notices of a user who leaves', async () => {
    const browser = createTestBrowser()
    browser.signIn('7')
    browser.on(LIST, () => ok({ items: [notice()], next: null, unread: 1 }))
    const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
    let leave = () => {}
    function Bell() {
      const [isUser, setUser] = useState(true)
      leave = () => setUser(false)
      return <MessageLogButton isUser={isUser} />
    }
    renderPage(<Bell />, { browser, tab })
    await screen.findByRole('button', { name: 'Messages, 1 unread' })
    act(() => leave())
    expect(screen.getByRole('button', { name: 'Messages' })).toBeDefined()
  })
})

describe('the bell of a user', () => {
  it('counts the notices that are not read', async () => {
    const { label } = await open({
      items: [notice(), notice({ noticeId: 'login:1', kind: 'login', isRead: true })],
      isOpen: false,
    })
    expect(label()).toBe('Messages, 1 unread')
  })

  it('counts the messages of the page where no notice is unread', async () => {
    const { tab, label, settle } = await open({ items: [], isOpen: false })
    act(() => tab.services.log.add({ kind: 'error', text: 'Refused' }))
    await settle()
    expect(label()).toBe('Messages, 1 unread')
  })

  it('keeps the messages of the page in a list of their own', async () => {
    const { tab, settle } = await open({ items: [] })
    act(() => tab.services.log.add({ kind: 'error', text: 'Refused', traceId: 'trace-1' }))
    await settle()
    fireEvent.click(screen.getByRole('tab', { name: /^Messages/ }))
    await settle()
    expect(screen.getByText('Refused')).toBeDefined()
  })
})

describe('the list of notices', () => {
  it.each<[string, Partial<UserNotice>, string]>([
    ['a buy', {}, 'BTC/USDT · Bought 0.01000 BTC at 60,000.00 USDT.'],
    [
      'a sale',
      { order: { orderId: '5', symbol: 'BTCUSDT', side: 'sell', size: '0.01', price: '60000' } },
      'BTC/USDT · Sold 0.01000 BTC at 60,000.00 USDT.',
    ],
    ['a trigger', { kind: 'triggered' }, 'BTC/USDT · Trigger reached: Buy 0.01000 BTC.'],
    [
      'a known device',
      { kind: 'login', order: null, isNewDevice: false },
      'Log-in from a known device.',
    ],
    [
      'a new device',
      { kind: 'login', order: null, isNewDevice: true },
      'Log-in from a new device. If it was not you, end its session on the security page.',
    ],
    ['an announcement', { kind: 'announcement', order: null, title: 'Listing' }, 'Listing'],
  ])('says %s', async (_name, changes, text) => {
    await open({ items: [notice(changes)] })
    await screen.findByRole('list', { name: 'Notices' })
    const said = [...document.querySelectorAll('li p:first-child')].map((each) =>
      // Without the marks around a name that is written from the left in every language.
      each.textContent?.replaceAll(/[\u2066-\u2069]/g, ''),
    )
    expect(said).toEqual([text])
  })

  it.each<[UserNotice['kind'], string, string]>([
    ['deposit', 'credited', 'Deposit of 1.5 ETH arrived.'],
    ['deposit', 'reversed', 'The network took back a deposit of 1.5 ETH. See your deposits.'],
    ['withdrawal', 'completed', 'Withdrawal of 1.5 ETH is complete.'],
    ['payment', 'received', 'You received 1.5 ETH from another user.'],
    ['liquidation', 'reduce', 'Liquidation: the account was at its limit'],
    ['security', 'passwordChanged', 'The security settings of your account were changed.'],
    ['p2p', 'taken', 'Your P2P advert was taken: 1.5 ETH.'],
    ['p2p', 'paid', 'the buyer reports the payment for 1.5 ETH'],
    ['p2p', 'released', '1.5 ETH was released to your spot account.'],
    ['p2p', 'cancelled', 'the buyer cancelled the order for 1.5 ETH.'],
    ['p2p', 'expired', 'The order for 1.5 ETH has ended.'],
    ['p2p', 'appealed', 'the other party appealed about 1.5 ETH.'],
    ['p2p', 'toBuyer', 'an operator decided that 1.5 ETH goes to the buyer.'],
    ['p2p', 'toSeller', 'an operator decided that 1.5 ETH goes back to the seller.'],
    ['copy', 'stopLoss', 'Your stop loss was reached. Copying has ended'],
    ['copy', 'leadCloses', 'The lead trader has stopped. Copying has ended'],
    ['copy', 'close', 'Copying has ended, and the funds are in your spot account.'],
    ['copy', 'sharePaid', 'Profit share of 1.5 ETH paid to the lead trader.'],
    ['copy', 'shareReceived', 'Profit share of 1.5 ETH received from a follower.'],
    ['earn', 'matured', 'Your fixed term has ended. Interest: 1.5 ETH.'],
    ['earn', 'renewed', 'Your fixed term was renewed. Interest: 1.5 ETH.'],
    ['redPacket', 'returned', 'Your red packet has expired. 1.5 ETH came back.'],
    ['redPacket', 'finished', 'Your red packet of 1.5 ETH has been opened to the last part.'],
    ['redPacket', 'received', 'You received 1.5 ETH from a red packet.'],
    ['rebate', 'received', 'You received a rebate of 1.5 ETH.'],
  ])('says what a notice of kind %s with %s is about', async (kind, state, text) => {
    const subject = { state, asset: 'ETH', amount: '1.5', symbol: null }
    await open({ items: [notice({ kind, order: null, subject })] })
    expect((await screen.findByRole('list', { name: 'Notices' })).textContent).toContain(text)
  })

  it('names the pair and the level of a margin call (futures 7)', async () => {
    const subject = { state: 'called', asset: null, amount: '1.0712', symbol: 'BTCUSDT' }
    await open({ items: [notice({ kind: 'marginCall', order: null, subject })] })
    const text = (await screen.findByRole('list', { name: 'Notices' })).textContent
    expect(text).toContain('BTC/USDT')
    expect(text).toContain('level is 1.07.')
  })

  it('says that an order was copied, and leads to copies', async () => {
    const subject = { state: 'copied', asset: null, amount: null, symbol: 'BTCUSDT' }
    await open({ items: [notice({ kind: 'copy', subject })] })
    const list = await screen.findByRole('list', { name: 'Notices' })
    expect(list.textContent?.replaceAll(/[\u2066-\u2069]/g, '')).toContain(
      'BTC/USDT · Copied: Bought 0.01000 BTC at 60,000.00 USDT.',
    )
    expect(within(list).getByRole('link').getAttribute('href')).toBe('/en/copy-trading/my')
  })

  it.each([
    ['minimum', 'Below the minimum'],
    ['funds', 'Not enough funds'],
    ['slippage', 'Price too far away'],
    ['dailyCap', 'Daily limit reached'],
    ['pair', 'Pair not copied'],
    ['backlog', 'Too late'],
  ])('says why a trade was not copied: %s', async (reason, text) => {
    const subject = { state: `skip.${reason}`, asset: null, amount: null, symbol: 'BTCUSDT' }
    await open({ items: [notice({ kind: 'copy', order: null, subject })] })
    const said = (await screen.findByRole('list', { name: 'Notices' })).textContent
    expect(said?.replaceAll(/[\u2066-\u2069]/g, '')).toContain(
      `BTC/USDT · A trade was not copied. ${text}.`,
    )
  })

  it.each<[UserNotice['kind'], string, string]>([
    ['p2p', '7', '/en/p2p/orders/7'],
    ['copy', '', '/en/copy-trading/my'],
    ['earn', '', '/en/earn'],
    ['redPacket', '', '/en/redpacket'],
    ['rebate', '', '/en/referral'],
  ])('leads from a notice of kind %s to its page', async (kind, id, page) => {
    const state = { p2p: 'paid', copy: 'close', earn: 'renewed' }[kind as string] ?? 'received'
    const subject = { state, asset: 'ETH', amount: '1.5', symbol: null, ...(id && { id }) }
    await open({ items: [notice({ kind, order: null, subject })] })
    const link = within(await screen.findByRole('list', { name: 'Notices' })).getByRole('link')
    expect(link.getAttribute('href')).toBe(page)
  })

  it('says nothing of what it does not know, and goes on', async () => {
    const subject = { state: 'constructor', asset: null, amount: null, symbol: null }
    const { rows } = await open({
      items: [notice({ kind: 'p2p', order: null, subject }), notice({ noticeId: 'filled:6' })],
    })
    await screen.findByRole('list', { name: 'Notices' })
    expect(rows()[0]).toBe('')
    expect(rows()[1]).toContain('Bought')
  })

  it.each([
    ['rise', 'BTC/USDT rose to 62,000.50'],
    ['fall', 'BTC/USDT fell to 62,000.50'],
  ])('says which price an alert of a %s was set for', async (state, text) => {
    const subject = { state, asset: null, amount: '62000.50', symbol: 'BTCUSDT' }
    await open({ items: [notice({ kind: 'priceAlert', order: null, subject })] })
    expect((await screen.findByRole('list', { name: 'Notices' })).textContent).toContain(text)
  })

  it('marks what is not read, and all as read', async () => {
    const { browser, label, settle } = await open()
    await screen.findByText(/Bought/)
    expect(document.querySelectorAll('[data-unread]')).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await expect.poll(() => browser.asked(READ).length).toBe(1)
    await settle()
    await expect.poll(() => document.querySelectorAll('[data-unread]').length).toBe(0)
    expect(label()).toBe('Messages')
  })

  it('loads further pages', async () => {
    const { rows, settle } = await open({
      next: [notice({ noticeId: 'login:1', kind: 'login', order: null, isNewDevice: false })],
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    await settle()
    await expect.poll(() => rows().length).toBe(2)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('says that there are none yet', async () => {
    await open({ items: [] })
    expect(await screen.findByText('No notices yet.')).toBeDefined()
  })

  it('offers to try again after a failure', async () => {
    const browser = createTestBrowser()
    browser.signIn('7')
    browser.on('/spot/public/symbols', () => ok([spec]))
    browser.on(LIST, () => refused('00006'))
    const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
    const { settle } = renderPage(<MessageLogButton isUser />, { browser, tab })
    await settle()
    fireEvent.click(await screen.findByRole('button', { name: /^Messages/ }))
    await settle()
    expect(await screen.findByText('This list could not be loaded.')).toBeDefined()
    expect(tab.toasts()).toEqual([])
  })
})

describe('notifications of the browser', () => {
  const press = () => fireEvent.click(screen.getByRole('switch', { name: 'Browser notifications' }))

  it('are off until the user asks for them', async () => {
    const { tab, settle } = await open()
    expect(tab.services.storage.get(STORAGE_KEYS.browserNotices)).toBeNull()
    press()
    await settle()
    expect(tab.services.storage.get(STORAGE_KEYS.browserNotices)).toBe('on')
    press()
    await settle()
    expect(tab.services.storage.get(STORAGE_KEYS.browserNotices)).toBe('off')
  })

  it('stay off where the browser refuses', async () => {
    permission = 'denied'
    const { tab, settle } = await open()
    press()
    await settle()
    await expect.poll(() => tab.toasts().length).toBe(1)
    expect(tab.services.storage.get(STORAGE_KEYS.browserNotices)).toBeNull()
  })
})

describe('a notice that arrives', () => {
  const ALERT = notice({
    noticeId: 'priceAlert:1',
    kind: 'priceAlert',
    order: null,
    subject: { state: 'rise', asset: null, amount: '62000.50', symbol: 'BTCUSDT' },
  })
  const TEXT = 'rose to 62,000.50'

  async function receive(arriving: UserNotice, { asked = true } = {}) {
    const { tab, settle } = await open({ items: [], isOpen: false })
    if (asked) tab.services.storage.set(STORAGE_KEYS.browserNotices, 'on')
    const deliver = (type: string, seq: number, data: readonly UserNotice[]) =>
      tab.sockets.at(-1)?.deliver({ topic: 'notices', type, seq, prevSeq: seq - 1, ts: 0, data })
    await act(async () => {
      deliver('snapshot', 1, [])
      deliver('delta', 2, [arriving])
    })
    await settle()
    return tab
  }

  it('is said by the page where it is a price alert', async () => {
    const tab = await receive(ALERT)
    await expect.poll(() => tab.toasts()).toHaveLength(1)
    expect(JSON.stringify(tab.toasts())).toContain(TEXT)
    expect(shown).toEqual([])
  })

  it('is said by the browser to who looks elsewhere', async () => {
    isHidden = true
    const tab = await receive(ALERT)
    await expect.poll(() => shown.map(({ tag }) => tag)).toEqual(['priceAlert:1'])
    expect(shown[0]?.body).toContain(TEXT)
    expect(tab.toasts()).toEqual([])
  })

  it.each([
    ['the user did not ask', { asked: false, answer: 'granted' as const, kind: ALERT }],
    ['the browser refuses', { asked: true, answer: 'denied' as const, kind: ALERT }],
  ])('stays in the list where nobody looks and %s', async (_name, { asked, answer, kind }) => {
    isHidden = true
    permission = answer
    const tab = await receive(kind, { asked })
    expect([shown, tab.toasts()]).toEqual([[], []])
  })

  it('stays in the list where the page shows what became of it', async () => {
    const tab = await receive(notice({ isRead: false }))
    expect([shown, tab.toasts()]).toEqual([[], []])
  })
})
