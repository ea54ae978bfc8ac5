import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createTestBrowser, type TestBrowser } from '../../testing/createTestBrowser.ts'
import { renderPage } from '../../testing/renderPage.tsx'
import { restoreSession } from '../../data/session/thunks.ts'
import { newDraft } from '../order-ticket/index.ts'
import { useTerminalStore } from './useTerminalStore.ts'

afterEach(cleanup)

/** Exposes the terminal store of the last render. */
async function sit(browser: TestBrowser) {
  const tab = await browser.openTab('http://app/en/spot/BTCUSDT')
  let current!: ReturnType<typeof useTerminalStore>
  function StoreProbe() {
    current = useTerminalStore()
    return null
  }
  const { settle } = renderPage(<StoreProbe />, { browser, tab })
  await settle()
  return { tab, settle, current: () => current }
}

it("drops a guest's draft on login and on another user", async () => {
  const browser = createTestBrowser()
  const { tab, settle, current } = await sit(browser)
  const written = { draft: newDraft('buy'), takenPick: 0 }
  current().terminal.savedDraft.setState(written)
  const found: unknown[] = []
  const see = async (who: string | undefined) => {
    if (who) browser.signIn(who)
    else browser.signOut()
    await act(async () => void (await tab.store.dispatch(restoreSession())))
    await settle()
    found.push([current().terminal.savedDraft.getState() === written, current().generation])
  }
  for (const who of ['7', undefined, '7', undefined, '8']) await see(who)
  expect(found).toEqual([
    [true, 0],
    [true, 0],
    [true, 0],
    [true, 0],
    [false, 1],
  ])
})

it('keeps drafts of paper and live funds apart', async () => {
  const browser = createTestBrowser()
  browser.signIn('7', { realm: 'paper' })
  const { tab, settle, current } = await sit(browser)
  const found: unknown[] = []
  for (const realm of ['paper', 'live', 'paper'] as const) {
    browser.signIn('7', { realm })
    await act(async () => void (await tab.store.dispatch(restoreSession({ realm }))))
    await settle()
    found.push([
      tab.session().user?.realm,
      current().terminal.savedDraft.getState(),
      current().generation,
    ])
    current().terminal.savedDraft.setState({ draft: newDraft('buy'), takenPick: 0 })
  }
  expect(found).toEqual([
    ['paper', undefined, 0],
    ['live', undefined, 1],
    ['paper', undefined, 2],
  ])
})
