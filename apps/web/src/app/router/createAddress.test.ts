import { describe, expect, it } from 'vitest'
import { createAddress } from './createAddress.ts'

/**
 * A browser's history of one tab, on the real contract: entries with a state and an address,
 * `popstate` on going back.
 */
function createTab(href: string) {
  const entries: { url: URL; state: unknown }[] = [{ url: new URL(href), state: null }]
  const popstate = new Set<() => void>()
  let at = 0
  const place = (state: unknown, to: string | URL | null | undefined) => ({
    url: new URL(String(to), entries[at]!.url),
    state,
  })
  const tab = {
    get location() {
      return entries[at]!.url as unknown as Location
    },
    history: {
      get state() {
        return entries[at]!.state
      },
      pushState(state: unknown, _unused: string, to?: string | URL | null) {
        entries.splice(at + 1, Infinity, place(state, to))
        at++
      },
      replaceState: (state: unknown, _unused: string, to?: string | URL | null) =>
        void (entries[at] = place(state, to)),
      go(delta = 0) {
        at = Math.min(entries.length - 1, Math.max(0, at + delta))
        for (const listener of popstate) listener()
      },
    } as unknown as History,
    addEventListener: (_name: string, listener: () => void) => void popstate.add(listener),
    removeEventListener: (_name: string, listener: () => void) => void popstate.delete(listener),
  }
  return { tab: tab as unknown as Parameters<typeof createAddress>[0], entries, popstate }
}

describe('the address of the page', () => {
  it('begins where the page was opened', () => {
    const { tab } = createTab('http://app/de/spot/BTCUSDT?ref=7#top')
    expect(createAddress(tab).getState()).toMatchObject({
      movement: 'POP',
      location: {
        pathname: '/de/spot/BTCUSDT',
        search: '?ref=7',
        hash: '#top',
        state: null,
        key: 'default',
      },
    })
  })
  it('adds a history entry on push with state and own key', () => {
    const { tab, entries } = createTab('http://app/en')
    const address = createAddress(tab)
    address.navigator.push('/en/login?from=%2Fasset', { why: 'guest' })
    const first = address.getState().location.key
    address.navigator.push({ pathname: '/en/register', search: '', hash: '' })
    expect(entries.map(({ url }) => url.href)).toEqual([
      'http://app/en',
      'http://app/en/login?from=%2Fasset',
      'http://app/en/register',
    ])
    expect(address.getState()).toMatchObject({
      movement: 'PUSH',
      location: { pathname: '/en/register', state: null },
    })
    expect(address.getState().location.key).not.toBe(first)
  })
  it('replaces the entry on a replace', () => {
    const { tab, entries } = createTab('http://app/en')
    const address = createAddress(tab)
    address.navigator.replace('/ar')
    expect([
      entries.length,
      address.getState().movement,
      address.getState().location.pathname,
    ]).toEqual([1, 'REPLACE', '/ar'])
  })
  it('finds the state and the key again on going back', () => {
    const { tab } = createTab('http://app/en')
    const address = createAddress(tab)
    address.subscribe(() => {})
    address.navigator.push('/en/asset', { tab: 2 })
    const { key } = address.getState().location
    address.navigator.push('/en/login')
    address.navigator.go(-1)
    expect(address.getState()).toMatchObject({
      movement: 'POP',
      location: { pathname: '/en/asset', state: { tab: 2 }, key },
    })
  })
  it('notifies listeners of every navigation and cleans up', () => {
    const { tab, popstate } = createTab('http://app/en')
    const address = createAddress(tab)
    const seen: string[] = []
    const stop = address.subscribe(() => seen.push(address.getState().location.pathname))
    address.navigator.push('/en/a')
    address.navigator.go(-1)
    stop()
    address.navigator.push('/en/b')
    expect(seen).toEqual(['/en/a', '/en'])
    expect(popstate.size).toBe(0)
  })
  it('keeps the path where only a query or a hash is given', () => {
    const { tab } = createTab('http://app/en/spot/BTCUSDT')
    const address = createAddress(tab)
    address.navigator.push('?side=sell')
    expect(address.getState().location).toMatchObject({
      pathname: '/en/spot/BTCUSDT',
      search: '?side=sell',
    })
  })
})
