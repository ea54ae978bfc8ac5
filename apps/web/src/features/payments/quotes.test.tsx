import { act, cleanup } from '@testing-library/react'
import { connectionLost } from '@x/request/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountTexts } from '../../lib/lazy/AccountTexts.tsx'
import type { WalletProvider } from '../../lib/credentials/walletOver.ts'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderAppHook } from '../../testing/renderPage.tsx'
import { useQuote } from './useQuote.ts'
import { useSwap } from './useSwap.ts'

const LIFE_MS = 8_000
const WALLET = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const EXPIRED = 'The price has expired. Get a new one.'
const CONVERSION = { fromAsset: 'USDT', toAsset: 'BTC', amount: '100' }
const SWAP = { fromAsset: 'USDT', toAsset: 'ETH', amount: '100', slippage: '0.5' }

type Answer = ReturnType<typeof ok>

let browser: TestBrowser
let done: unknown[]
/** Answers that wait until a test lets them go. */
let waiting: ((answer: Answer) => void)[]
const later = (path: string) =>
  browser.on(path, () => new Promise<Answer>((resolve) => waiting.push(resolve)))
const quoteOf = (changes: object = {}) =>
  ok({
    quoteId: 'q1',
    ...CONVERSION,
    receive: '0.0025',
    price: '0.000025',
    spread: '0.2',
    expiresAt: browser.clock.now() + LIFE_MS,
    ...changes,
  })
beforeEach(() => {
  done = []
  waiting = []
  browser = createTestBrowser()
  browser.signIn('1000000001')
  browser.on('/convert/quote', () => quoteOf())
  browser.on('/convert/accept', () => ok({ convertId: '1' }))
  browser.on('/swap/web3/quote', () => quoteOf({ wallet: WALLET, typedData: '{"a":1}' }))
  browser.on('/swap/web3/sign', () => ok({ swapId: '1' }))
})
afterEach(cleanup)

const convert = async () => {
  const tab = await browser.openTab('http://app/en/convert')
  const page = renderAppHook(() => useQuote({ onDone: (conversion) => done.push(conversion) }), {
    browser,
    tab,
    Texts: AccountTexts,
  })
  await page.settle()
  return page
}
const swap = async (wallet?: WalletProvider) => {
  const tab = await browser.openTab('http://app/en/swap', wallet ? { wallet } : {})
  const page = renderAppHook(() => useSwap({ onDone: (swapped) => done.push(swapped) }), {
    browser,
    tab,
    Texts: AccountTexts,
  })
  await page.settle()
  return page
}
const walletOf = (address: string): WalletProvider => ({
  request: async ({ method }) => (method === 'eth_requestAccounts' ? [address] : '0x5'),
})
const run = async (page: { settle(): Promise<void> }, work: () => unknown) => {
  await act(async () => void work())
  await page.settle()
}
const answer = async (page: { settle(): Promise<void> }, given: Answer, at = 0) => {
  await act(async () => waiting[at]?.(given))
  await page.settle()
}

describe.each([
  ['a conversion', '/convert/quote', convert],
  ['a swap', '/swap/web3/quote', swap],
] as const)('the price of %s (wallet 5)', (_, path, open) => {
  const ask = (page: Awaited<ReturnType<typeof open>>) =>
    page.current().ask({ ...SWAP, ...CONVERSION })

  it('is shown until it expires, and not a moment longer', async () => {
    const page = await open()
    await run(page, () => ask(page))
    expect(page.current()).toMatchObject({ quote: { quoteId: 'q1' }, refusal: undefined })
    await page.settle(LIFE_MS - 1)
    expect(page.current().quote).toBeDefined()
    await page.settle(1)
    expect(page.current()).toMatchObject({ quote: undefined, refusal: EXPIRED })
  })

  it('is busy until the server has answered', async () => {
    later(path)
    const page = await open()
    await run(page, () => ask(page))
    expect(page.current().isBusy).toBe(true)
    await answer(page, quoteOf())
    expect(page.current().isBusy).toBe(false)
  })

  it('is none for what was typed before', async () => {
    later(path)
    const page = await open()
    await run(page, () => ask(page))
    await run(page, () => page.current().drop())
    await answer(page, quoteOf())
    expect(page.current()).toMatchObject({ quote: undefined, refusal: undefined, isBusy: false })
  })

  it('is not refused either for what was typed before', async () => {
    later(path)
    const page = await open()
    await run(page, () => ask(page))
    await run(page, () => page.current().drop())
    await answer(page, refused('40204'))
    expect(page.current()).toMatchObject({ quote: undefined, refusal: undefined, isBusy: false })
  })

  it('is the later one where what was typed came back', async () => {
    later(path)
    const page = await open()
    await run(page, () => ask(page))
    await run(page, () => page.current().drop())
    await run(page, () => ask(page))
    await answer(page, quoteOf({ quoteId: 'second' }), 1)
    await answer(page, quoteOf({ quoteId: 'first' }), 0)
    expect(page.current().quote?.quoteId).toBe('second')
  })

  it('goes with its refusal when something else is typed', async () => {
    browser.on(path, () => refused('40201'))
    const page = await open()
    await run(page, () => ask(page))
    expect(page.current().refusal).toBe('The available balance is not enough.')
    await run(page, () => page.current().drop())
    expect(page.current().refusal).toBeUndefined()
  })

  it('is none when it expired before it came', async () => {
    browser.on(path, () => quoteOf({ expiresAt: browser.clock.now() - 1 }))
    const page = await open()
    await run(page, () => ask(page))
    await page.settle(1)
    expect(page.current()).toMatchObject({ quote: undefined, refusal: EXPIRED })
  })
})

describe('an accepted price of a conversion (wallet 5)', () => {
  const accept = async (page: Awaited<ReturnType<typeof convert>>) => {
    const { quote } = page.current()
    await run(page, () => quote && page.current().accept(quote))
  }
  const offered = async () => {
    const page = await convert()
    await run(page, () => page.current().ask(CONVERSION))
    return page
  }

  it('is done once, and gone from the screen', async () => {
    const page = await offered()
    await accept(page)
    expect(done).toEqual([{ convertId: '1' }])
    expect(page.current()).toMatchObject({ quote: undefined, refusal: undefined, isBusy: false })
  })

  it('is done also after its time on screen', async () => {
    later('/convert/accept')
    const page = await offered()
    await accept(page)
    await page.settle(LIFE_MS)
    await answer(page, ok({ convertId: '1' }))
    expect(done).toHaveLength(1)
    expect(page.current().refusal).toBeUndefined()
  })

  it.each([
    ['40231', EXPIRED],
    ['40201', 'The available balance is not enough.'],
  ])('says why it was refused with %s, and goes', async (code, text) => {
    browser.on('/convert/accept', () => refused(code))
    const page = await offered()
    await accept(page)
    expect(page.current()).toMatchObject({ quote: undefined, refusal: text })
    expect(done).toEqual([])
  })

  it('says that it is not known whether it was done', async () => {
    browser.on('/convert/accept', () => {
      throw connectionLost()
    })
    const page = await offered()
    await accept(page)
    // The request is repeated once, a little later.
    await page.settle(1_000)
    expect(page.current().refusal).toMatch(/^It is not known whether this went through/)
    expect(done).toEqual([])
  })
})

describe('a signature of a swap (wallet 5)', () => {
  const sign = async (page: Awaited<ReturnType<typeof swap>>) => {
    await run(page, () => page.current().ask(SWAP))
    const { quote } = page.current()
    await run(page, () => quote && page.current().sign(quote))
  }
  const sent = () => browser.asked('/swap/web3/sign').map(({ data }) => data)

  it.each([WALLET, WALLET.toLowerCase(), WALLET.toUpperCase().replace('0X', '0x')])(
    'is of the bound wallet, however it writes %s',
    async (address) => {
      const page = await swap(walletOf(address))
      await sign(page)
      expect(sent()).toEqual([expect.objectContaining({ quoteId: 'q1', signature: '0x5' })])
      expect(done).toEqual([{ swapId: '1' }])
      expect(page.current().refusal).toBeUndefined()
    },
  )

  it('is not sent from another account, and the price stays', async () => {
    const page = await swap(walletOf('0x0000000000000000000000000000000000000001'))
    await sign(page)
    expect(sent()).toEqual([])
    expect(page.current().refusal).toBe(
      `The wallet of this browser shows another account than ${WALLET}.`,
    )
    expect(page.current().quote).toBeDefined()
  })

  it.each([
    ['40231', 'The price fell below your minimum. Nothing was taken.'],
    ['40201', 'The available balance is not enough.'],
  ])('is not used again after the refusal %s', async (code, text) => {
    browser.on('/swap/web3/sign', () => refused(code))
    const page = await swap(walletOf(WALLET))
    await sign(page)
    expect(page.current()).toMatchObject({ quote: undefined, refusal: text, isBusy: false })
    expect(done).toEqual([])
  })
})
