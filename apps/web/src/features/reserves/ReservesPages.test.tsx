import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { generateKeyPairSync, sign } from 'node:crypto'
import { reserveMessage, statementText } from '@x/reserves'
import { buildTree } from '@x/reserves/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createTestBrowser,
  ok,
  refused,
  type TestBrowser,
} from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { ReservesPages } from './ReservesPages.tsx'

const AT = Date.UTC(2026, 10, 22)
const SNAPSHOT = '2026-11-22T00:00:00Z'
const secret = (byte: number) => new Uint8Array(32).fill(byte)
const tree = buildTree({
  snapshotId: SNAPSHOT,
  assets: 2,
  liabilities: [
    { name: 'ann', secret: secret(1), amounts: [100_000_000n, 250_050_000_000n] },
    { name: 'bob', secret: secret(2), amounts: [0n, 100n] },
    { name: 'cleo', secret: secret(3), amounts: [5n, 0n] },
  ],
})
const statement = {
  snapshotId: SNAPSHOT,
  assets: ['BTC', 'USDT'],
  scales: [8, 8],
  root: tree.root,
  sums: tree.sums.map(String),
  leaves: tree.leaves,
  journal: 42,
  heights: [{ network: 'evm-a', height: 812, hash: '0xaa' }],
  previousRoot: null,
}
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ADDRESS = '0x52908400098527886e0f7030069857d2e4169ee7'
const REPORT = {
  statement,
  signature: sign('sha256', Buffer.from(statementText(statement)), privateKey).toString('base64'),
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  at: AT,
  assets: [
    { asset: 'BTC', owed: '1.00000005', notCoins: '1', reserves: null, ratio: null },
    { asset: 'USDT', owed: '2500.500001', notCoins: '0', reserves: '2550', ratio: '101.97' },
  ],
  addresses: [
    { network: 'evm-a', address: ADDRESS, asset: 'USDT', amount: '2000', signature: '0xabc' },
    { network: 'evm-a', address: `${ADDRESS}1`, asset: 'USDT', amount: '550', signature: null },
  ],
}
const TRANSACTION = { network: 'evm-a', txHash: `0x${'5e'.repeat(32)}` }
const PROOF = {
  format: 'POR-1',
  statement,
  secret: '01'.repeat(32),
  pieces: tree.piecesOf('ann') ?? [],
}

let browser: TestBrowser
let settle: (ms?: number) => Promise<void>
let saved: Blob[]
beforeEach(() => {
  saved = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  )
  browser = createTestBrowser()
  browser.on('/mix/config/coins', () =>
    ok({ canUseFaucet: false, networks: [{ network: 'evm-a', name: 'EVM A' }], coins: [] }),
  )
  browser.on('/reserves/latest', () => ok(REPORT))
  browser.on('/reserves/history', () =>
    ok({ items: [{ snapshotId: SNAPSHOT, at: AT, root: tree.root, leaves: 3 }], next: null }),
  )
  browser.on('/reserves/proof', () => ok(PROOF))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open(path = '/proof-of-reserves') {
  const tab = await browser.openTab(`http://app/en${path}`)
  settle = renderPage(<ReservesPages />, { browser, tab, at: `/en${path}` }).settle
  await settle()
  await settle()
  return tab
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settle(100)
}
const own = () => within(screen.getByRole('region', { name: 'Your own proof' }))

describe('the page of the proof of reserves (wallet 7)', () => {
  it('shows a guest reserves against liabilities with their ratio', async () => {
    await open()
    expect(screen.getByText('101.97%')).toBeTruthy()
    expect(screen.getByText('EVM A: block')).toBeTruthy()
    expect(screen.getByText('812')).toBeTruthy()
    expect(screen.getAllByText('EVM A')).toHaveLength(2)
    expect(screen.getAllByText('2,550')).toHaveLength(1)
    // Both figures of an asset without coins, and the snapshot without a transaction.
    expect(screen.getAllByText('--')).toHaveLength(3)
    expect(own().getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/en/login?from=%2Fproof-of-reserves',
    )
    expect(browser.asked('/reserves/proof')).toHaveLength(0)
  })

  it('shows addresses, their signatures and the message that they signed', async () => {
    await open()
    const addresses = within(screen.getByRole('region', { name: 'Addresses of the exchange' }))
    expect(addresses.getByText(reserveMessage(statement))).toBeTruthy()
    expect(addresses.getAllByText('0x529084…169ee7')).toHaveLength(1)
    expect(addresses.getByText('Not signed')).toBeTruthy()
  })

  it('verifies the signature of the statement', async () => {
    await open()
    await press('Verify signature')
    expect(await screen.findByText('The signature is valid.')).toBeTruthy()
  })

  it('names the transaction with the statement, and where to compare', async () => {
    const item = { snapshotId: SNAPSHOT, at: AT, root: tree.root, leaves: 3 }
    browser.on('/reserves/latest', () => ok({ ...REPORT, transaction: TRANSACTION }))
    browser.on('/reserves/history', () =>
      ok({ items: [{ ...item, transaction: TRANSACTION }], next: null }),
    )
    await open()
    const card = within(screen.getByRole('region', { name: 'Signed statement' }))
    expect(card.getByText(TRANSACTION.txHash)).toBeTruthy()
    expect(card.getByText(/^The data of this transaction on EVM A is/)).toBeTruthy()
    expect(screen.getByText('0x5e5e5e…5e5e5e')).toBeTruthy()
  })

  it('shows no transaction before there is one', async () => {
    await open()
    expect(screen.queryByText(/^The data of this transaction/)).toBeNull()
  })

  it('finds a statement that was changed after it was signed', async () => {
    const changed = { ...statement, sums: ['1', '2'] }
    browser.on('/reserves/latest', () => ok({ ...REPORT, statement: changed }))
    await open()
    await press('Verify signature')
    expect(await screen.findByText('The signature is not valid for this statement.')).toBeTruthy()
  })

  it('says that there is no snapshot yet', async () => {
    browser.on('/reserves/latest', () => ok(null))
    browser.on('/reserves/history', () => ok({ items: [], next: null }))
    await open()
    expect(screen.getAllByText(/^There is no snapshot yet/)).toHaveLength(2)
  })
})

describe('the page of the protection fund', () => {
  beforeEach(() => {
    browser.on('/protection', () =>
      ok({ percent: '2', balances: [{ asset: 'USDT', balance: '12.5' }] }),
    )
    browser.on('/protection/history', () =>
      ok({
        items: [
          { movementId: '7.0.0', at: AT, asset: 'USDT', direction: 'in', amount: '13' },
          { movementId: '8.0.0', at: AT, asset: 'USDT', direction: 'out', amount: '0.5' },
        ],
        next: null,
      }),
    )
  })

  it('shows the balance and what was paid in and out', async () => {
    await open('/protection-fund')
    expect(screen.getByText('12.5')).toBeTruthy()
    expect(screen.getByText(/^2% of all fees/)).toBeTruthy()
    expect(screen.getByText('Paid in')).toBeTruthy()
    expect(screen.getByText('Taken out')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Proof of reserves' }).getAttribute('href')).toBe(
      '/en/proof-of-reserves',
    )
  })

  it('says that nothing has been set aside yet', async () => {
    browser.on('/protection', () => ok({ percent: '2', balances: [] }))
    browser.on('/protection/history', () => ok({ items: [], next: null }))
    await open('/protection-fund')
    expect(screen.getAllByText('Nothing has been set aside yet.')).toHaveLength(2)
  })

  it('offers to try again when it cannot be had', async () => {
    browser.on('/protection', () => refused('500'))
    await open('/protection-fund')
    expect(screen.getAllByRole('button', { name: /again/i }).length).toBeGreaterThan(0)
  })
})

describe('the own proof', () => {
  const verify = async () => {
    browser.signIn('7')
    await open()
    await press('Verify')
  }

  it('is verified in the browser and shows what the user is owed', async () => {
    await verify()
    expect(await own().findByText(/^Valid:/)).toBeTruthy()
    expect(own().getByText('2,500.5')).toBeTruthy()
    expect(browser.asked('/reserves/proof')[0]?.data).toMatchObject({ snapshotId: SNAPSHOT })
  })

  it.each([
    ['another amount', { pieces: [{ ...PROOF.pieces[0], amounts: ['1', '1'] }] }, 'root'],
    ['another secret', { secret: '09'.repeat(32) }, 'root'],
    ['another statement', { statement: { ...statement, root: 'ab'.repeat(32) } }, 'statement'],
    ['other sums', { statement: { ...statement, sums: ['5', '100'] } }, 'sums'],
    ['no pieces', { pieces: [] }, 'malformed'],
  ])('is refused with %s', async (_, change, fault) => {
    browser.on('/reserves/proof', () => ok({ ...PROOF, ...change }))
    await verify()
    const text = (await own().findByText(/^Not valid:/)).textContent
    expect(text).toContain(`(${fault})`)
    expect(own().queryByText('2,500.5')).toBeNull()
  })

  it('is saved as the command-line verifier reads it', async () => {
    await verify()
    await own().findByText(/^Valid:/)
    await press('Download as JSON')
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(PROOF)
    expect(own().getByText(/npx x-reserves verify .* --root/).textContent).toContain(tree.root)
  })

  it('says that a user without funds at that moment has none', async () => {
    browser.on('/reserves/proof', () => refused('40401'))
    await verify()
    expect(await own().findByText(/^You had no funds at that moment/)).toBeTruthy()
  })
})
