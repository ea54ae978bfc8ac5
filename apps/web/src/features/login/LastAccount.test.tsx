import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { pageActions } from '../../testing/pageActions.ts'
import { renderAppHook, renderPage } from '../../testing/renderPage.tsx'
import { LastAccount, Remember, useRememberedAccount } from './LastAccount.tsx'

let browser: TestBrowser
beforeEach(() => {
  browser = createTestBrowser()
})
afterEach(cleanup)

const stored = () => browser.storage.get(STORAGE_KEYS.lastAccount)
const remember = (account: string) => browser.storage.set(STORAGE_KEYS.lastAccount, account)
const hook = async () => {
  const tab = await browser.openTab('http://app/en/login')
  return renderAppHook(useRememberedAccount, { browser, tab })
}

describe('the account of the last log-in', () => {
  it('is not kept unless its user asks for it', async () => {
    const { current } = await hook()
    expect(current()).toMatchObject({ account: undefined, isWanted: false })
    act(() => current().keep('ann@example.com'))
    expect(stored()).toBeNull()
  })

  it('is kept for the next visit once it is wanted', async () => {
    const { current } = await hook()
    act(() => current().setWanted(true))
    act(() => current().keep(' ann@example.com '))
    expect(stored()).toBe('ann@example.com')
    cleanup()
    const next = await hook()
    expect(next.current()).toMatchObject({ account: 'ann@example.com', isWanted: true })
  })

  it('is replaced by the next log-in that wants it', async () => {
    remember('ann@example.com')
    const { current } = await hook()
    act(() => current().keep('bob@example.com'))
    expect(stored()).toBe('bob@example.com')
  })

  it('is removed by a log-in that does not want it', async () => {
    remember('ann@example.com')
    const { current } = await hook()
    act(() => current().setWanted(false))
    expect(stored()).toBe('ann@example.com')
    act(() => current().keep('ann@example.com'))
    expect(stored()).toBeNull()
  })

  it('is forgotten at once', async () => {
    remember('ann@example.com')
    const { current } = await hook()
    act(() => current().forget())
    expect(stored()).toBeNull()
    expect(current()).toMatchObject({ account: undefined, isWanted: false })
  })
})

describe('the offer of the last account', () => {
  let used: string[]
  function Offer() {
    const remembered = useRememberedAccount()
    return (
      <>
        <LastAccount remembered={remembered} onUse={(account) => used.push(account)} />
        <Remember remembered={remembered} />
      </>
    )
  }
  const show = async () => {
    used = []
    const tab = await browser.openTab('http://app/en/login')
    const { settle } = renderPage(<Offer />, { browser, tab })
    await settle()
    return pageActions(settle)
  }

  it('shows who looks over the shoulder a part of the name', async () => {
    remember('nadia@example.com')
    const actions = await show()
    expect(screen.getByText('na•••@example.com')).toBeTruthy()
    expect(document.body.innerHTML).not.toContain('nadia')
    await actions.press('na•••@example.com')
    expect(used).toEqual(['nadia@example.com'])
  })

  it.each([null, '', '   ', 'x'.repeat(255)])('is none for the stored value %o', async (value) => {
    if (value !== null) remember(value)
    await show()
    expect(screen.queryByRole('group')).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })

  it('goes, and its tick with it, once it is forgotten', async () => {
    remember('nadia@example.com')
    const actions = await show()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    const [, forget] = screen.getAllByRole('button')
    await actions.press(forget?.getAttribute('aria-label') ?? '')
    expect(screen.queryByRole('group')).toBeNull()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    expect(stored()).toBeNull()
  })
})
