// @vitest-environment happy-dom
import { createMemoryStorage } from '@x/kit/testing'
import { useStore } from '@x/kit/react'
import { act } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPreferences, type Preferences } from '../preferences/createPreferences.ts'
import { createCatalog } from '../messages/createCatalog.ts'
import { LocaleProvider } from './LocaleProvider.tsx'
import { useDates } from './useDates.ts'
import { useNumbers } from './useNumbers.ts'

/** The browser's zone, nine hours from the server's UTC. */
vi.stubEnv('TZ', 'Asia/Tokyo')
const errors = vi.spyOn(console, 'error')
afterEach(() => void errors.mockClear())

/** 1 January 2026, 23:30 in UTC. */
const NEW_YEAR = Date.UTC(2026, 0, 1, 23, 30)

function Page() {
  const { number } = useNumbers('trading')
  const { timestamp } = useDates()
  return (
    <p>
      {number('1234.5', { scene: 'usdt' })} {timestamp(NEW_YEAR, 'minute')}
    </p>
  )
}

const App = ({ preferences }: { readonly preferences: Preferences }) => {
  const { locale, unit, theme, layout, tradingNumbers } = useStore(preferences)
  return (
    <StrictMode>
      <LocaleProvider locale={locale} tradingNumbers={tradingNumbers}>
        <output>{[locale, unit, theme, layout].join(' ')}</output>
        <Page />
      </LocaleProvider>
    </StrictMode>
  )
}

/** A server has no storage; Node has languages of its own. */
const onServer = (initial?: { readonly unit: 'EUR' }) =>
  createPreferences({
    cookies: undefined,
    storage: createMemoryStorage(),
    navigatorLanguages: ['fr-CA'],
    initial,
  })
const inBrowser = (initial?: { readonly unit: 'EUR' }) =>
  createPreferences({
    cookies: createMemoryStorage({ unit: 'JPY', theme: 'white' }),
    storage: createMemoryStorage({
      'x:locale': 'de',
      'x:layout': 'left',
      'x:trading-numbers': 'locale',
    }),
    navigatorLanguages: ['ar'],
    initial,
  })

/** The text of the server, then what the browser makes of it. */
async function hydrate({ server, browser }: { server: ReactNode; browser: ReactNode }) {
  const host = document.body.appendChild(document.createElement('main'))
  host.innerHTML = renderToString(server)
  const served = host.textContent
  const recovered: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(host, browser, { onRecoverableError: (error) => recovered.push(error) }),
  )
  const shown = host.textContent
  act(() => root.unmount())
  host.remove()
  return { served, shown, warnings: [...recovered, ...errors.mock.calls] }
}

describe('preferences while hydrating', () => {
  it('shows the server’s defaults first and then what is stored', async () => {
    const { served, shown, warnings } = await hydrate({
      server: <App preferences={onServer()} />,
      browser: <App preferences={inBrowser()} />,
    })
    expect(served).toBe('en USD dark right1,234.50 2026-01-01 23:30')
    expect(shown).toBe('de JPY light left1.234,50 2026-01-02 08:30')
    expect(warnings).toEqual([])
  })

  it('shows first what the server has read from the cookies', async () => {
    const { served, shown, warnings } = await hydrate({
      server: <App preferences={onServer({ unit: 'EUR' })} />,
      browser: <App preferences={inBrowser({ unit: 'EUR' })} />,
    })
    expect(served).toMatch(/^en EUR dark/)
    expect(shown).toMatch(/^de JPY light/)
    expect(warnings).toEqual([])
  })

  it('shows the catalog’s first language and then the one on screen', async () => {
    const loaders = { en: async () => ({ go: 'Go' }), de: async () => ({ go: 'Los' }) }
    const create = () => createCatalog({ loaders, locale: 'en', messages: { go: 'Go' } })
    const View = ({ catalog }: { readonly catalog: ReturnType<typeof create> }) => (
      <b>{useStore(catalog, (state) => state.messages.go)}</b>
    )
    const catalog = create()
    await catalog.switchTo('de')
    expect(
      await hydrate({ server: <View catalog={create()} />, browser: <View catalog={catalog} /> }),
    ).toEqual({ served: 'Go', shown: 'Los', warnings: [] })
  })
})
