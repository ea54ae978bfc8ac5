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
  const load = (locale: string) => () =>
    new Promise<Texts>((resolve, reject) =>
      waiting.set(locale, {
        answer: (title) => resolve({ title }),
        fail: () => reject(new Error('offline')),
      }),
    )
  return { waiting, loaders: { en: load('en'), de: load('de'), fr: load('fr') } }
}

const start = { locale: 'en', messages: { title: 'Spot' }, parts: {} } as const

describe('catalog', () => {
  it('changes over in one step, once the messages are there', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const states: unknown[] = []
    catalog.subscribe(() => states.push(catalog.getState()))
    const switched = catalog.switchTo('de')
    waiting.get('de')?.answer('Kassa')
    await switched
    expect(states).toEqual([
      { ...start, loading: 'de' },
      { locale: 'de', messages: { title: 'Kassa' }, parts: {}, loading: undefined },
    ])
  })

  it('the last call wins, whatever arrives first', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const [german, french] = [catalog.switchTo('de'), catalog.switchTo('fr')]
    waiting.get('fr')?.answer('Comptant')
    waiting.get('de')?.answer('Kassa')
    await Promise.all([german, french])
    expect(catalog.getState()).toEqual({
      locale: 'fr',
      messages: { title: 'Comptant' },
      parts: {},
      loading: undefined,
    })
  })

  it('cancels a change on return to the current language', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const german = catalog.switchTo('de')
    await catalog.switchTo('en')
    expect(catalog.getState()).toEqual({ ...start, loading: undefined })
    waiting.get('de')?.answer('Kassa')
    await german
    expect(catalog.getState().locale).toBe('en')
  })

  it('ignores a change to the current language', async () => {
    const catalog = createCatalog<Texts>({ loaders: {}, ...start })
    const heard = vi.fn()
    catalog.subscribe(heard)
    await catalog.switchTo('en')
    expect(heard).not.toHaveBeenCalled()
  })

  it('keeps the language and reports the error when loading fails', async () => {
    const { waiting, loaders } = manualLoaders()
    const catalog = createCatalog<Texts>({ loaders, ...start })
    const german = catalog.switchTo('de')
    waiting.get('de')?.fail()
    await expect(german).rejects.toMatchObject({
      name: 'LocaleError',
      code: 'messages-unavailable',
      detail: 'de',
      cause: expect.objectContaining({ message: 'offline' }),
    })
    expect(catalog.getState()).toEqual({ ...start, loading: undefined })
  })

  it('ignores the late failure of an older change', async () => {
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

  it.each([
    ['es-AR', 'es'],
    ['es-ES', 'es'],
    ['zh-TC', 'zh-TW'],
    ['pt-PT', 'en'],
    ['bg', 'en'],
    ['asia', 'en'],
    ['en-GB', 'en'],
    ['es', 'es'],
  ] as const)('%s reads %s', async (locale, found) => {
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

  it('throws when English is not compiled', async () => {
    await expect(loadMessages('de', {})).rejects.toMatchObject({
      code: 'messages-unavailable',
      detail: 'de',
    })
  })
})

describe('parts of a catalog', () => {
  type Some = {
    readonly account: { readonly keys: string }
    readonly records: { readonly all: string }
  }

  /** English and German at once, unless the test holds a file back. */
  function partedCatalog() {
    const held = new Map<string, Promise<void>>()
    const asked: string[] = []
    const load =
      <T>(file: string, texts: T) =>
      async () => {
        asked.push(file)
        await held.get(file)
        return texts
      }
    const catalog = createCatalog<Texts, Some>({
      loaders: { en: load('en', { title: 'Spot' }), de: load('de', { title: 'Kassa' }) },
      locale: 'en',
      messages: { title: 'Spot' },
      parts: {
        account: {
          en: load('account/en', { keys: 'Passkeys' }),
          de: load('account/de', { keys: 'Passschlüssel' }),
        },
        records: {
          en: load('records/en', { all: 'All' }),
          de: load('records/de', { all: 'Alle' }),
        },
      },
    })
    const hold = (file: string) => {
      let [open, fail] = [() => {}, () => {}]
      const gate = new Promise<void>(
        (resolve, reject) => ([open, fail] = [resolve, () => reject(new Error('offline'))]),
      )
      held.set(
        file,
        gate.finally(() => held.delete(file)),
      )
      return { open: () => open(), fail: () => fail() }
    }
    return { catalog, asked, hold }
  }

  it('loads each part once, on request (locale Messages)', async () => {
    const { catalog, asked } = partedCatalog()
    expect(catalog.getState().parts).toEqual({})
    const first = catalog.loadPart('account')
    expect(catalog.loadPart('account')).toBe(first)
    await first
    await catalog.loadPart('account')
    expect([asked, catalog.getState().parts]).toEqual([
      ['account/en'],
      { account: { keys: 'Passkeys' } },
    ])
  })

  it('switches language and parts in use in one step (locale Messages)', async () => {
    const { catalog, asked } = partedCatalog()
    await catalog.loadPart('account')
    const shown: unknown[] = []
    catalog.subscribe(() =>
      shown.push([
        catalog.getState().locale,
        catalog.getState().messages.title,
        catalog.getState().parts.account?.keys,
      ]),
    )
    await catalog.switchTo('de')
    expect(shown).toEqual([
      ['en', 'Spot', 'Passkeys'],
      ['de', 'Kassa', 'Passschlüssel'],
    ])
    expect(asked).toEqual(['account/en', 'de', 'account/de'])
  })

  it('loads a part requested during a language change in the new language', async () => {
    const { catalog, hold } = partedCatalog()
    const german = hold('de')
    const switched = catalog.switchTo('de')
    await catalog.loadPart('records')
    expect(catalog.getState().parts).toEqual({ records: { all: 'All' } })
    german.open()
    await switched
    expect(catalog.getState()).toEqual({
      locale: 'de',
      messages: { title: 'Kassa' },
      parts: { records: { all: 'Alle' } },
      loading: undefined,
    })
  })

  it('loads a part again when the language changes first', async () => {
    const { catalog, asked, hold } = partedCatalog()
    const english = hold('account/en')
    const part = catalog.loadPart('account')
    await catalog.switchTo('de')
    expect(catalog.getState().parts).toEqual({})
    english.open()
    await part
    expect([asked, catalog.getState().parts]).toEqual([
      ['account/en', 'de', 'account/de'],
      { account: { keys: 'Passschlüssel' } },
    ])
  })

  it('fails the language change when a part cannot load', async () => {
    const { catalog, hold } = partedCatalog()
    await catalog.loadPart('account')
    const german = hold('account/de')
    const switched = catalog.switchTo('de')
    german.fail()
    await expect(switched).rejects.toMatchObject({ code: 'messages-unavailable', detail: 'de' })
    expect(catalog.getState()).toEqual({
      locale: 'en',
      messages: { title: 'Spot' },
      parts: { account: { keys: 'Passkeys' } },
      loading: undefined,
    })
  })

  it('reports a failed part and retries it on the next call', async () => {
    const { catalog, hold } = partedCatalog()
    const english = hold('account/en')
    const part = catalog.loadPart('account')
    english.fail()
    await expect(part).rejects.toMatchObject({
      code: 'messages-unavailable',
      detail: 'account',
      cause: expect.objectContaining({ message: 'offline' }),
    })
    await catalog.loadPart('account')
    expect(catalog.getState().parts.account?.keys).toBe('Passkeys')
  })
})
