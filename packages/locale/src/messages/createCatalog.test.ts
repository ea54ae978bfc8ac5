import { describe, expect, it, vi } from 'vitest'
import { MESSAGE_LOCALES } from '../locales/localeTable.ts'
import { createCatalog, loadMessages } from './createCatalog.ts'
import { messageFallback } from './messageFallback.ts'

interface Texts {
  readonly title: string
}

/** Loaders that answer when the test says so. */
function manualLoaders() {
  const waiting = new Map<string, { answer: (title: string) => void; fail: () => void }>()
  const load = (locale: string) => () => new Promise<Texts>((resolve, reject) => waiting.set(locale, { answer: (title) => resolve({ title }), fail: () => reject(new Error('offline')) }))
  return { waiting, loaders: { en: load('en'), de: load('de'), fr: load('fr') } }
}

const start = { locale: 'en', messages: { title: 'Spot' } } as const

describe('catalog', () => {
  it('changes over in one step, once the messages are there', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const states: unknown[] = []
    catalog.subscribe(() => states.push(catalog.getState()))
    const switched = catalog.switchTo('de')
    waiting.get('de')?.answer('Kassa')
    await switched
    expect(states).toEqual([{ ...start, loading: 'de' }, { locale: 'de', messages: { title: 'Kassa' }, loading: undefined }])
  })

  it('the last call wins, whatever arrives first', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const [german, french] = [catalog.switchTo('de'), catalog.switchTo('fr')]
    waiting.get('fr')?.answer('Comptant')
    waiting.get('de')?.answer('Kassa')
    await Promise.all([german, french])
    expect(catalog.getState()).toEqual({ locale: 'fr', messages: { title: 'Comptant' }, loading: undefined })
  })

  it('going back to the language on the screen calls off the change', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const german = catalog.switchTo('de')
    await catalog.switchTo('en')
    expect(catalog.getState()).toEqual({ ...start, loading: undefined })
    waiting.get('de')?.answer('Kassa')
    await german
    expect(catalog.getState().locale).toBe('en')
  })

  it('to the language that is there already changes nothing', async () => {
    const catalog = createCatalog<Texts>({ loaders: {}, ...start })
    const heard = vi.fn()
    catalog.subscribe(heard)
    await catalog.switchTo('en')
    expect(heard).not.toHaveBeenCalled()
  })

  it('a failed load leaves the language as it was and says why', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const german = catalog.switchTo('de')
    waiting.get('de')?.fail()
    await expect(german).rejects.toMatchObject({ name: 'LocaleError', code: 'messages-unavailable', detail: 'de', cause: expect.objectContaining({ message: 'offline' }) })
    expect(catalog.getState()).toEqual({ ...start, loading: undefined })
  })

  it('a failure that came too late does not disturb the newer change', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const german = catalog.switchTo('de').catch(() => 'failed')
    const french = catalog.switchTo('fr')
    waiting.get('de')?.fail()
    expect(await german).toBe('failed')
    expect(catalog.getState().loading).toBe('fr')
    waiting.get('fr')?.answer('Comptant')
    await french
    expect(catalog.getState().locale).toBe('fr')
  })
})

describe('messages of a locale that has none', () => {
  const loaders = { en: async () => 'en', es: async () => 'es', 'zh-TW': async () => 'zh-TW' }

  it.each([['es-AR', 'es'], ['es-ES', 'es'], ['zh-TC', 'zh-TW'], ['pt-PT', 'en'], ['bg', 'en'], ['asia', 'en'], ['en-GB', 'en'], ['es', 'es']] as const)('%s reads %s', async (locale, found) => {
    expect(await loadMessages(locale, loaders)).toBe(found)
  })

  it('every chain of relatives ends at English', () => {
    for (const locale of MESSAGE_LOCALES) {
      const chain = [locale]
      for (let at = messageFallback(locale); at; at = messageFallback(at)) chain.push(at)
      expect(chain.at(-1)).toBe('en')
      expect(chain.length).toBeLessThanOrEqual(3)
    }
  })

  it('is an error where not even English has been compiled', async () => {
    await expect(loadMessages('de', {})).rejects.toMatchObject({ code: 'messages-unavailable', detail: 'de' })
  })
})
