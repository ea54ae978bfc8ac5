import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ApiKey } from '../../data/account/api.ts'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { isBlocked, pageActions } from '../../testing/pageActions.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { ApiKeyTexts } from './ApiKeyTexts.tsx'
import { KeyDialog, type KeyDialogProps, type WantedKey } from './KeyDialog.tsx'
import { type MadeKey, NewKeyDialog } from './NewKeyDialog.tsx'

const PEM = '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----'
const KEY: ApiKey = {
  apiKey: 'key-1',
  label: 'Grid',
  kind: 'ed25519',
  realm: 'live',
  permissions: ['read', 'spot'],
  addresses: ['192.0.2.1', '198.51.100.0/24'],
  symbols: ['BTCUSDT'],
  createdAt: 0,
  expiresAt: null,
  lastUsedAt: null,
  lastAddress: null,
}

let browser: TestBrowser
let actions: ReturnType<typeof pageActions>
let wanted: WantedKey[]
let closed: number
beforeEach(() => {
  browser = createTestBrowser()
  wanted = []
  closed = 0
})
afterEach(cleanup)

const open = async (changes: Partial<KeyDialogProps> = {}) => {
  const tab = await browser.openTab('http://app/en/account/newapi')
  const { settle } = renderPage(
    <ApiKeyTexts>
      <KeyDialog
        isPaper={false}
        isBusy={false}
        error={undefined}
        onWanted={(key) => wanted.push(key)}
        onClose={() => (closed += 1)}
        {...changes}
      />
    </ApiKeyTexts>,
    { browser, tab, at: '/en/account/newapi' },
  )
  actions = pageActions(settle)
  await settle()
}
const next = () => actions.press('Next')
/** Goes to the last step of a new key. */
const toAddresses = async (kind: 'Ed25519' | 'HMAC' = 'HMAC') => {
  await actions.type('Name', 'Grid')
  if (kind === 'HMAC') await actions.toggle('radio', /^HMAC/)
  else await actions.type('Public key (PEM)', PEM)
  await next()
}

describe('a new key (products 6)', () => {
  it('is read only, of the recommended kind, unless something else is chosen', async () => {
    await open()
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Ed25519/ }).checked).toBe(true)
    await toAddresses('Ed25519')
    expect(screen.getByText('Step 2 of 3')).toBeTruthy()
    expect(
      screen
        .getAllByRole('checkbox', { checked: true })
        .map((box) => box.closest('label')?.textContent),
    ).toEqual(['Read balances, orders and trades'])
    await next()
    await actions.press('Create key')
    expect(wanted).toEqual([
      {
        label: 'Grid',
        kind: 'ed25519',
        publicKey: PEM,
        permissions: ['read'],
        addresses: [],
        symbols: [],
      },
    ])
  })

  it.each([
    ['a name', 'Name'],
    ['a public key', 'Public key (PEM)'],
  ])('does not go on without %s', async (_, missing) => {
    await open()
    await actions.type('Name', 'Grid')
    await actions.type('Public key (PEM)', PEM)
    expect(isBlocked(actions.button('Next'))).toBe(false)
    await actions.type(missing, '  ')
    expect(isBlocked(actions.button('Next'))).toBe(true)
    await actions.submit('Name')
    expect(screen.getByText('Step 1 of 3')).toBeTruthy()
  })

  it('sends no public key where the secret is made for it', async () => {
    await open()
    await actions.type('Public key (PEM)', PEM)
    await toAddresses()
    await next()
    await actions.press('Create key')
    expect(wanted[0]).toMatchObject({ kind: 'hmac' })
    expect(wanted[0]).not.toHaveProperty('publicKey')
  })

  it('may not be without any permission', async () => {
    await open()
    await toAddresses()
    await actions.toggle('checkbox', /^Read/)
    expect(isBlocked(actions.button('Next'))).toBe(true)
    await actions.toggle('checkbox', /^Place and cancel spot/)
    expect(isBlocked(actions.button('Next'))).toBe(false)
  })

  it('names its permissions in one order, however they were chosen', async () => {
    await open()
    await toAddresses()
    for (const name of [
      /^Transfer/,
      /^Borrow/,
      /^Place and cancel futures/,
      /^Place and cancel spot/,
    ])
      await actions.toggle('checkbox', name)
    await next()
    await actions.press('Create key')
    expect(wanted[0]?.permissions).toEqual(['read', 'spot', 'margin', 'futures', 'transfer'])
  })

  it('withdraws only from addresses that are named', async () => {
    await open()
    await toAddresses()
    await actions.toggle('checkbox', /^Withdraw/)
    await next()
    const create = () => isBlocked(actions.button('Create key'))
    expect(create()).toBe(true)
    await actions.type('Allowed IP addresses', ' ,\n ')
    expect(create()).toBe(true)
    await actions.type('Allowed IP addresses', '192.0.2.1')
    expect(create()).toBe(false)
    await actions.press('Create key')
    expect(wanted[0]).toMatchObject({ permissions: ['read', 'withdraw'], addresses: ['192.0.2.1'] })
  })

  it('cannot withdraw paper funds', async () => {
    await open({ isPaper: true })
    await toAddresses()
    expect(screen.queryByRole('checkbox', { name: /^Withdraw/ })).toBeNull()
    expect(screen.getAllByRole('checkbox')).toHaveLength(5)
  })

  it.each([
    ['192.0.2.1\n198.51.100.0/24', ['192.0.2.1', '198.51.100.0/24']],
    [' 192.0.2.1 , 192.0.2.2\t2001:db8::/32 ', ['192.0.2.1', '192.0.2.2', '2001:db8::/32']],
    ['192.0.2.1,,\r\n,192.0.2.2', ['192.0.2.1', '192.0.2.2']],
    ['', []],
  ])('reads the addresses %o', async (text, addresses) => {
    await open()
    await toAddresses()
    await next()
    await actions.type('Allowed IP addresses', text)
    await actions.press('Create key')
    expect(wanted[0]?.addresses).toEqual(addresses)
  })

  it('reads pairs in any writing', async () => {
    await open()
    await toAddresses()
    await next()
    await actions.type('Only these pairs', ' btcusdt, ethUSDT  LTCBTC ')
    await actions.press('Create key')
    expect(wanted[0]?.symbols).toEqual(['BTCUSDT', 'ETHUSDT', 'LTCBTC'])
  })

  it('keeps what was chosen on the way back', async () => {
    await open()
    await toAddresses()
    await actions.toggle('checkbox', /^Place and cancel spot/)
    await next()
    await actions.type('Only these pairs', 'BTCUSDT')
    await actions.press('Back')
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
    await actions.press('Back')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Grid')
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    await next()
    await next()
    expect(screen.getByLabelText<HTMLInputElement>('Only these pairs').value).toBe('BTCUSDT')
  })

  it('says why it was refused, and takes nothing while it is made', async () => {
    await open({ error: 'This is no public key of that kind.', isBusy: true })
    expect(screen.getByRole('alert').textContent).toBe('This is no public key of that kind.')
    expect(isBlocked(actions.button(/Next/))).toBe(true)
    await actions.press('Close')
    expect(closed).toBe(1)
  })
})

describe('a key that is changed (products 6)', () => {
  it('begins with what it is, and keeps its kind', async () => {
    await open({ of: KEY })
    expect(screen.getByRole('dialog', { name: 'Edit Grid' })).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
    await next()
    await next()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Allowed IP addresses').value).toBe(
      '192.0.2.1\n198.51.100.0/24',
    )
    await actions.press('Save')
    expect(wanted[0]).toMatchObject({
      label: 'Grid',
      permissions: ['read', 'spot'],
      addresses: ['192.0.2.1', '198.51.100.0/24'],
      symbols: ['BTCUSDT'],
    })
  })

  it('may not lose its last address while it withdraws', async () => {
    await open({ of: { ...KEY, permissions: ['withdraw'] } })
    await next()
    await next()
    await actions.type('Allowed IP addresses', '')
    expect(isBlocked(actions.button('Save'))).toBe(true)
  })
})

describe('a key that was made (products 6)', () => {
  const show = async (made: MadeKey, gatewayOrigin = '') => {
    const tab = await browser.openTab('https://app.example/en/account/newapi', {
      config: { gatewayOrigin },
    })
    const { settle } = renderPage(
      <ApiKeyTexts>
        <NewKeyDialog made={made} onClose={() => (closed += 1)} />
      </ApiKeyTexts>,
      { browser, tab, at: '/en/account/newapi' },
    )
    actions = pageActions(settle)
    await settle()
  }
  const SECRET = { apiKey: 'key-1', secret: 'c2VjcmV0' }

  it('is left only once its secret is stored', async () => {
    await show(SECRET)
    const dialog = screen.getByRole('dialog')
    expect(dialog.textContent).toContain('c2VjcmV0')
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    const done = actions.button('I have stored it')
    expect(isBlocked(done)).toBe(true)
    done.click()
    expect(closed).toBe(0)
    await actions.toggle('checkbox', 'I have stored it')
    await actions.press('I have stored it')
    expect(closed).toBe(1)
  })

  it('is left at once where its owner has the private key', async () => {
    await show({ apiKey: 'key-1', secret: null })
    expect(screen.queryByText('Secret')).toBeNull()
    expect(isBlocked(actions.button('I have stored it'))).toBe(false)
  })

  it.each([
    ['the own site', '', 'https://app.example/api/v3'],
    ['the gateway of its own', 'https://api.example', 'https://api.example/api/v3'],
  ])('is used at %s', async (_, gatewayOrigin, address) => {
    await show(SECRET, gatewayOrigin)
    const examples = [...document.querySelectorAll('pre')].map(({ textContent }) => textContent)
    expect(examples).toHaveLength(2)
    expect(examples.every((text) => text.includes(address))).toBe(true)
  })
})
