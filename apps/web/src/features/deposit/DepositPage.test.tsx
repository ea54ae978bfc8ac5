import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
  type TestTab,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { DepositEntry } from './DepositEntry.tsx'

const COINS = '/mix/config/coins'
const ADDRESS = '/asset/deposit/address'
const HISTORY = '/asset/deposit/history'
const FAUCET = '/dev/chain/faucet'
const PLACE = '0x1234567890aBcdef1234567890abcdef12345678'

const network = (id: string, suspended: string | null = null) => ({
  network: id,
  name: id.toUpperCase(),
  family: 'evm',
  chainId: 1,
  blockSeconds: 2,
  creditAt: 6,
  unlockAt: 12,
  suspended,
})
const on = (id: string) => ({
  network: id,
  contract: null,
  minDeposit: '1',
  minWithdraw: '10',
  withdrawFee: '1',
})
const config = (changes: object = {}) => ({
  networks: [network('evm-a'), network('evm-b')],
  coins: [
    { asset: 'USDT', networks: [on('evm-a'), on('evm-b')] },
    { asset: 'LINK', networks: [on('evm-a')] },
  ],
  canUseFaucet: true,
  ...changes,
})
let browser: TestBrowser
let tab: TestTab
let settle: (ms?: number) => Promise<void>
const open = async () => {
  const path = 'asset/deposit'
  browser.signIn('1000000001')
  tab = await browser.openTab(`http://app/en/${path}`)
  settle = renderPage(<DepositEntry />, { browser, tab, at: `/en/${path}` }).settle
  await settle()
  await settle()
}
beforeEach(() => {
  browser = createTestBrowser()
  browser.on(COINS, () => ok(config()))
  browser.on(ADDRESS, ({ data }) =>
    ok({ ...data, address: PLACE, minimum: '1', creditAt: 6, unlockAt: 12 }),
  )
  browser.on(HISTORY, () => ok({ items: [], next: null }))
  browser.on(FAUCET, () => ok({ txHash: '0xb' }))
})
afterEach(cleanup)

const box = (name: string) =>
  screen.getByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) })
const button = (name: string) => screen.getByRole('button', { name })

describe('the deposit page (wallet 8)', () => {
  it('shows the address with its warning and its terms', async () => {
    await open()
    expect(screen.getByTestId('deposit-address').textContent).toBe(PLACE)
    expect(screen.getByText(/Send only USDT on EVM-A/)).toBeTruthy()
    expect(screen.getByText('Confirmations until it trades').nextSibling?.textContent).toBe('6')
    expect(browser.asked(ADDRESS).at(-1)?.data).toMatchObject({ asset: 'USDT', network: 'evm-a' })
  })

  it('asks for the address of the asset that is chosen', async () => {
    await open()
    fireEvent.click(box('Asset'))
    await settle()
    fireEvent.click(within(await screen.findByRole('listbox')).getByText('LINK'))
    await settle()
    expect(browser.asked(ADDRESS).at(-1)?.data).toMatchObject({ asset: 'LINK', network: 'evm-a' })
    fireEvent.click(box('Network'))
    await settle()
    expect(within(await screen.findByRole('listbox')).queryByText('EVM-B')).toBeNull()
  })

  it('chooses a network that works first', async () => {
    const networks = [network('evm-a', 'unavailable'), network('evm-b')]
    browser.on(COINS, () => ok(config({ networks })))
    await open()
    expect(browser.asked(ADDRESS).at(-1)?.data).toMatchObject({ network: 'evm-b' })
  })

  it.each([
    ['unavailable', /not available now/],
    ['paused', /paused while we look into it/],
  ])('gives no address of a network that is %s', async (suspended, text) => {
    browser.on(COINS, () => ok(config({ networks: [network('evm-a', suspended)] })))
    await open()
    expect(screen.getByText(text)).toBeTruthy()
    expect(browser.asked(ADDRESS)).toEqual([])
  })

  it('says where there are no networks', async () => {
    browser.on(COINS, () => ok(config({ networks: [], coins: [] })))
    await open()
    expect(screen.getByText(/not available now/)).toBeTruthy()
  })

  it('pays test coins to the address', async () => {
    await open()
    fireEvent.click(button('Get test coins'))
    await settle()
    expect(browser.asked(FAUCET)[0]?.data).toMatchObject({
      network: 'evm-a',
      asset: 'USDT',
      address: PLACE,
      amount: '1000',
    })
    expect(tab.toasts()).toContain('1000 USDT is on its way to your address.')
  })

  it('offers no test coins where there are none', async () => {
    browser.on(COINS, () => ok(config({ canUseFaucet: false })))
    await open()
    expect(screen.queryByRole('button', { name: 'Get test coins' })).toBeNull()
  })

  it('shows why an address cannot be had', async () => {
    browser.on(ADDRESS, () => refused('00006'))
    await open()
    expect(screen.queryByTestId('deposit-address')).toBeNull()
    expect(screen.getAllByRole('button', { name: /again|Retry/i }).length).toBeGreaterThan(0)
  })
})
