import { createMemoryStorage } from '@x/kit/testing'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ServicesContext, type PageServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { useFavourites } from './useFavourites.ts'

afterEach(cleanup)

type Shared = ReturnType<typeof createMemoryStorage>

/** A tab of the browser; each call of `show` is a part of its page. */
function openTab(shared: Shared) {
  const storage = shared.openTab()
  const show = () => {
    const { result } = renderHook(() => useFavourites(), {
      wrapper: ({ children }) => (
        <ServicesContext value={{ storage } as unknown as PageServices}>{children}</ServicesContext>
      ),
    })
    return {
      toggle: (symbol: string) => act(async () => result.current.toggle(symbol)),
      of: (...symbols: readonly string[]) => symbols.filter((each) => result.current.has(each)),
    }
  }
  return { show, stored: () => storage.get(STORAGE_KEYS.favourites) }
}

function stored(text: string | null) {
  const shared = createMemoryStorage()
  if (text !== null) shared.set(STORAGE_KEYS.favourites, text)
  return shared
}

describe('the favourites of a trader', () => {
  it('are none at first', () => {
    expect(openTab(stored(null)).show().of('BTCUSDT', '')).toEqual([])
  })

  it('are added and removed by turns', async () => {
    const tab = openTab(stored(null))
    const list = tab.show()
    await list.toggle('BTCUSDT')
    await list.toggle('ETHUSDT')
    expect([list.of('BTCUSDT', 'ETHUSDT'), tab.stored()]).toEqual([
      ['BTCUSDT', 'ETHUSDT'],
      'BTCUSDT,ETHUSDT',
    ])
    await list.toggle('BTCUSDT')
    expect([list.of('BTCUSDT', 'ETHUSDT'), tab.stored()]).toEqual([['ETHUSDT'], 'ETHUSDT'])
  })

  it.each([
    ['BTCUSDT', ['BTCUSDT']],
    ['usdt/BTCUSDT', ['usdt/BTCUSDT']],
    ['coin/BTCUSD', ['coin/BTCUSD']],
    ['1000SHIBUSDT', ['1000SHIBUSDT']],
    ['btcusdt', []],
    ['evil/BTCUSDT', []],
    ['<b>', []],
    ['B', []],
    ['A'.repeat(21), []],
    ['', []],
  ])('keep %j from visit to visit, as far as it is one', (text, kept) => {
    expect(openTab(stored(text)).show().of(text)).toEqual(kept)
  })

  it('come back with contracts among them', async () => {
    const shared = stored(null)
    await openTab(shared).show().toggle('usdt/BTCUSDT')
    expect(openTab(shared).show().of('usdt/BTCUSDT', 'BTCUSDT')).toEqual(['usdt/BTCUSDT'])
  })

  it('are the same in all parts of a page, whichever changes them', async () => {
    const tab = openTab(stored('SOLUSDT'))
    const [docked, switcher] = [tab.show(), tab.show()]
    await switcher.toggle('BTCUSDT')
    expect(docked.of('BTCUSDT')).toEqual(['BTCUSDT'])
    await docked.toggle('ETHUSDT')
    await switcher.toggle('SOLUSDT')
    expect(tab.stored()).toBe('BTCUSDT,ETHUSDT')
  })

  it('follow another tab and keep what it added', async () => {
    const shared = stored(null)
    const [one, other] = [openTab(shared), openTab(shared)]
    const [here, there] = [one.show(), other.show()]
    await there.toggle('ETHUSDT')
    expect(here.of('ETHUSDT')).toEqual(['ETHUSDT'])
    await here.toggle('BTCUSDT')
    expect(there.of('BTCUSDT', 'ETHUSDT')).toEqual(['BTCUSDT', 'ETHUSDT'])
  })
})
