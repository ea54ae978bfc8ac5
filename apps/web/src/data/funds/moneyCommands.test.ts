import { connectionLost } from '@x/request/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import type { balancesApi } from '../balances/api.ts'
import { stopAlgo } from '../algos/api.ts'
import {
  changeFollow,
  closeLead,
  DECIDED as COPY_DECIDED,
  fundFollow,
  fundLead,
  openFollow,
  openLead,
  placeLeadOrder,
} from '../copy/api.ts'
import { DECIDED as EARN_DECIDED, redeemEarn, setAutoRenew, subscribeEarn } from '../earn/api.ts'
import { DECIDED_LOANS, sendLoan } from '../margin/api.ts'
import { DECIDED as P2P_DECIDED, publishAdvert } from '../p2p/adverts.ts'
import { changeOrder, TAKE_DECIDED, takeAdvert } from '../p2p/orders.ts'
import { resetPaper } from '../paper/paperFunds.ts'
import { acceptQuote, DECIDED as PAYMENT_DECIDED, sendToUser } from '../payments/api.ts'
import { WALLET_WITHDRAWAL, withdrawToWallet } from '../payments/web3Swap.ts'
import { claimPacket, createPacket, DECIDED as PACKET_DECIDED } from '../redPackets/api.ts'
import { sessionKey } from '../session/captureSession.ts'
import { api } from '../store/api.ts'
import type { AppDispatch } from '../store/store.ts'
import { newSubmitter, type Submitted, type Submitter } from '../submissions/createSubmitter.ts'
import { createPendingSubmissions, type SubmissionKind } from '../submissions/pendingSubmissions.ts'
import { DECIDED as TRANSFER_DECIDED, sendTransfer } from '../transfers/api.ts'
import {
  cancelWithdrawal,
  changeBook,
  DECIDED as WITHDRAWAL_DECIDED,
  requestWithdrawal,
} from '../withdrawals/api.ts'

type AnySubmitter = Submitter<never>
type Command = (dispatch: AppDispatch) => Promise<Submitted<unknown>>

interface Case {
  readonly path: string
  readonly kind: SubmissionKind
  readonly decided: readonly string[]
  readonly terms: object
  /** What goes along without being part of the terms. */
  readonly proof?: object
  /** What a page has on screen that the command changes: an endpoint, and where it is read. */
  readonly shows: readonly (readonly [endpoint: string, path: string])[]
  readonly run: (terms: never, submitter: AnySubmitter) => Command
}

const ASSETS = ['assets', '/spot/account/assets'] as const

const CASES: Readonly<Record<string, Case>> = {
  'a withdrawal': {
    path: '/spot/withdraw/apply',
    kind: 'withdrawals',
    shows: [ASSETS, ['withdrawals', '/spot/withdraw/history']],
    decided: WITHDRAWAL_DECIDED,
    terms: { asset: 'USDT', network: 'eth', address: '0x1', amount: '5' },
    proof: { quoteId: 'q1', verifyToken: 'v1' },
    run: (terms, submitter) =>
      requestWithdrawal(terms, { submitter, quoteId: 'q1', verifyToken: 'v1' }),
  },
  'a withdrawal without a proof': {
    path: '/spot/withdraw/apply',
    kind: 'withdrawals',
    shows: [ASSETS, ['withdrawals', '/spot/withdraw/history']],
    decided: WITHDRAWAL_DECIDED,
    terms: { asset: 'USDT', network: 'eth', address: '0x1', amount: '5' },
    proof: { quoteId: 'q1' },
    run: (terms, submitter) =>
      requestWithdrawal(terms, { submitter, quoteId: 'q1', verifyToken: undefined }),
  },
  'a payment to a user': {
    path: '/asset/send',
    kind: 'sends',
    shows: [ASSETS, ['userPayments', '/asset/send/history']],
    decided: PAYMENT_DECIDED,
    terms: { to: '8', asset: 'USDT', amount: '5' },
    proof: { verifyToken: 'v1' },
    run: (terms, submitter) => sendToUser(terms, { submitter, verifyToken: 'v1' }),
  },
  'a conversion': {
    path: '/convert/accept',
    kind: 'conversions',
    shows: [ASSETS, ['conversions', '/convert/history']],
    decided: PAYMENT_DECIDED,
    terms: { quoteId: 'q1' },
    run: (terms, submitter) => acceptQuote(terms, submitter),
  },
  'a withdrawal to the wallet': {
    path: '/swap/web3/withdraw',
    kind: 'walletWithdrawals',
    shows: [ASSETS, ['web3SwapTerms', '/swap/web3/terms']],
    decided: WALLET_WITHDRAWAL.decided,
    terms: { asset: 'USDT', amount: '5' },
    run: (terms, submitter) => withdrawToWallet(terms, submitter),
  },
  'a red packet': {
    path: '/redpacket/create',
    kind: 'redPackets',
    shows: [ASSETS, ['redPackets', '/redpacket/list']],
    decided: PACKET_DECIDED,
    terms: { asset: 'USDT', amount: '5', count: 2 },
    proof: { verifyToken: 'v1' },
    run: (terms, submitter) => createPacket(terms, { submitter, verifyToken: 'v1' }),
  },
  'a red packet without a proof': {
    path: '/redpacket/create',
    kind: 'redPackets',
    shows: [ASSETS, ['redPackets', '/redpacket/list']],
    decided: PACKET_DECIDED,
    terms: { asset: 'USDT', amount: '5', count: 2 },
    run: (terms, submitter) => createPacket(terms, { submitter, verifyToken: undefined }),
  },
  'a subscription': {
    path: '/earn/subscribe',
    kind: 'earn',
    shows: [ASSETS, ['earnPositions', '/earn/positions']],
    decided: EARN_DECIDED,
    terms: { productId: '1', amount: '5' },
    run: (terms, submitter) => subscribeEarn(terms, submitter),
  },
  'a redemption': {
    path: '/earn/redeem',
    kind: 'earn',
    shows: [ASSETS, ['earnPositions', '/earn/positions']],
    decided: EARN_DECIDED,
    terms: { positionId: '1', amount: '5' },
    run: (terms, submitter) => redeemEarn(terms, submitter),
  },
  'a follow': {
    path: '/copy/follow/open',
    kind: 'copy',
    shows: [ASSETS, ['copyLead', '/copy/lead/own']],
    decided: COPY_DECIDED,
    terms: { leadId: '1', allocation: '100' },
    run: (terms, submitter) => openFollow(terms, submitter),
  },
  'funds of a follow': {
    path: '/copy/follow/fund',
    kind: 'copy',
    shows: [ASSETS, ['copyLead', '/copy/lead/own']],
    decided: COPY_DECIDED,
    terms: { amount: '-5' },
    run: (terms, submitter) => fundFollow(terms, submitter),
  },
  'a lead': {
    path: '/copy/lead/open',
    kind: 'copy',
    shows: [ASSETS, ['copyLead', '/copy/lead/own']],
    decided: COPY_DECIDED,
    terms: { nickname: 'x', amount: '100' },
    run: (terms, submitter) => openLead(terms, submitter),
  },
  'funds of a lead': {
    path: '/copy/lead/fund',
    kind: 'copy',
    shows: [ASSETS, ['copyLead', '/copy/lead/own']],
    decided: COPY_DECIDED,
    terms: { amount: '5' },
    run: (terms, submitter) => fundLead(terms, submitter),
  },
  'an advert': {
    path: '/p2p/advert/publish',
    kind: 'p2p',
    shows: [ASSETS, ['p2pPayments', '/p2p/payment/list']],
    decided: P2P_DECIDED,
    terms: { side: 'sell', asset: 'USDT', amount: '5' },
    proof: { verifyToken: 'v1' },
    run: (terms, submitter) => publishAdvert(terms, { submitter, verifyToken: 'v1' }),
  },
  'a transfer between accounts': {
    path: '/asset/transfer',
    kind: 'transfers',
    shows: [ASSETS, ['transferAccounts', '/asset/transfer/accounts']],
    decided: TRANSFER_DECIDED,
    terms: { fromUserId: '7', toUserId: '8', asset: 'USDT', amount: '5' },
    run: (terms, submitter) => sendTransfer(terms, { submitter, forceNew: false }),
  },
  'an order of a lead': {
    path: '/spot/order/place',
    kind: 'copy',
    shows: [ASSETS, ['copyLead', '/copy/lead/own']],
    decided: COPY_DECIDED,
    terms: { symbol: 'BTCUSDT', side: 'buy', orderType: 'market', size: '5', funds: 'lead' },
    run: (terms, submitter) => placeLeadOrder(terms, submitter),
  },
  'a taken advert': {
    path: '/p2p/order/create',
    kind: 'p2p',
    shows: [['p2pOrders', '/p2p/order/list']],
    decided: TAKE_DECIDED,
    terms: { advertId: '1', amount: '5' },
    run: (terms, submitter) => takeAdvert(terms, submitter),
  },
  'a loan': {
    path: '/margin/borrow',
    kind: 'loans',
    shows: [['marginAccounts', '/margin/account']],
    decided: DECIDED_LOANS,
    terms: { asset: 'USDT', amount: '5' },
    run: (terms, submitter) => sendLoan('borrow', { terms, submitter }),
  },
  'a repayment': {
    path: '/margin/repay',
    kind: 'loans',
    shows: [['marginAccounts', '/margin/account']],
    decided: DECIDED_LOANS,
    terms: { asset: 'USDT', amount: '5' },
    run: (terms, submitter) => sendLoan('repay', { terms, submitter }),
  },
}
let browser: TestBrowser
let tab: TestTab
beforeAll(async () => {
  browser = createTestBrowser()
  browser.signIn('7')
  tab = await browser.openTab('http://app/en/asset')
})

function open({ kind, decided, terms, run }: Case) {
  const { dispatch } = tab.store
  const submitter = dispatch(
    newSubmitter<object>({
      decided,
      pending: createPendingSubmissions({
        kind,
        storage: tab.services.session,
        clock: tab.services.serverClock,
        owner: () => sessionKey(dispatch),
      }),
    }),
  ) as unknown as AnySubmitter
  return (more: object = {}) => dispatch(run({ ...terms, ...more } as never, submitter))
}

/** What is sent from now on to a path, without what every request has. */
function watch(path: string) {
  const before = browser.asked(path).length
  const bodies = () =>
    browser
      .asked(path)
      .slice(before)
      .map(({ data: { t: _time, languageType: _language, ...data } }) => data)
  return { bodies, lastKey: () => bodies().at(-1)?.['clientOid'] }
}
const lost = () => {
  throw connectionLost()
}

describe.each(Object.entries(CASES))('%s', (_name, each) => {
  const { path, terms, proof = {} } = each

  it('is posted with its terms, its proof and a key', async () => {
    const { bodies } = watch(path)
    browser.on(path, () => ok({ id: '1' }))
    expect(await open(each)()).toEqual({
      status: 'accepted',
      response: { id: '1' },
      isRepeated: false,
    })
    expect(bodies()).toEqual([{ ...terms, ...proof, clientOid: expect.stringMatching(/^w/) }])
  })

  it('keeps its key until an answer has decided it', async () => {
    const { lastKey } = watch(path)
    const send = open(each)
    browser.on(path, lost)
    const unanswered = send()
    await browser.clock.advance(10_000)
    expect(await unanswered).toMatchObject({ status: 'failed', isUnknown: true })
    const first = lastKey()
    browser.on(path, () => ok({ id: '1' }))
    expect(await send({ amount: '6', quoteId: 'q2' })).toMatchObject({ isRepeated: false })
    expect(lastKey()).not.toBe(first)
    browser.on(path, () => refused('40201'))
    expect(await send()).toMatchObject({ status: 'failed', isUnknown: false })
    expect(lastKey()).toBe(first)
    browser.on(path, () => ok({ id: '1' }))
    expect(await send()).toMatchObject({ status: 'accepted', isRepeated: false })
    expect(lastKey()).not.toBe(first)
    expect(tab.toasts()).toEqual([])
  })

  it.each([
    ['accepted', () => ok({})],
    ['refused', () => refused('40201')],
  ] as const)('has what it changes read anew once it was %s', async (_how, answer) => {
    const counts = await Promise.all(each.shows.map(show))
    browser.on(path, answer)
    await open(each)()
    await browser.clock.advance(0)
    expect(counts.map((count) => count())).toEqual(counts.map(() => 1))
  })
})

/** Shows what an endpoint has, and counts how often it is read anew. */
async function show([name, path]: readonly [string, string]) {
  browser.on(path, () => ok({ items: [], next: null }))
  const endpoints = api.endpoints as unknown as Readonly<
    Record<string, (typeof balancesApi)['endpoints']['assets']>
  >
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`There is no endpoint ${name}.`)
  void tab.store.dispatch(endpoint.initiate())
  await browser.clock.advance(0)
  const before = browser.asked(path).length
  return () => browser.asked(path).length - before
}

const COPIES = ['copyFollows', '/copy/follows'] as const
const EARNING = ['earnPositions', '/earn/positions'] as const
const P2P_ORDERS = ['p2pOrders', '/p2p/order/list'] as const
const ALGOS = ['algoOrders', '/spot/algo/list'] as const
const PAID = 'POST /v1/p2p/order/paid'
const ORDER = { orderId: '5' } as never

describe('what is changed without a key', () => {
  it.each([
    ['a claim', '/redpacket/claim', ASSETS, () => claimPacket('abc')],
    ['a cancellation', '/spot/withdraw/cancel', ASSETS, () => cancelWithdrawal('5')],
    [
      'a change of the address book',
      '/asset/book/remove',
      ['addressBook', '/asset/book/list'],
      () => changeBook('POST /v1/asset/book/remove', { entryId: '5' } as never),
    ],
    ['a paused follow', '/copy/follow/pause', COPIES, () => changeFollow('5', 'pause')],
    ['an ended follow', '/copy/follow/close', ASSETS, () => changeFollow('5', 'close')],
    ['an ended lead', '/copy/lead/close', ASSETS, () => closeLead('5')],
    ['a renewal', '/earn/autoRenew', EARNING, () => setAutoRenew('5', true)],
    ['a payment of an order', '/p2p/order/paid', P2P_ORDERS, () => changeOrder(PAID, ORDER)],
    ['a stopped algo order', '/spot/algo/stop', ALGOS, () => stopAlgo('5')],
    ['a new season', '/spot/paper/reset', ASSETS, () => resetPaper(3)],
  ] as const)('is read anew after %s, refused or not', async (_what, path, shown, command) => {
    const count = await show(shown)
    const run = () => tab.store.dispatch(command() as (dispatch: AppDispatch) => Promise<unknown>)
    browser.on(path, () => ok({}))
    await run()
    await browser.clock.advance(0)
    expect(count()).toBe(1)
    browser.on(path, () => refused('40401'))
    await expect(run()).rejects.toMatchObject({ code: '40401' })
    await browser.clock.advance(0)
    expect(count()).toBe(2)
  })

  it('names the business of a claim only where it has one', async () => {
    const { bodies } = watch('/redpacket/claim')
    browser.on('/redpacket/claim', () => ok({}))
    await tab.store.dispatch(claimPacket('abc'))
    await tab.store.dispatch(claimPacket('abc', 'b1'))
    expect(bodies()).toEqual([{ code: 'abc' }, { code: 'abc', bizId: 'b1' }])
  })
})
