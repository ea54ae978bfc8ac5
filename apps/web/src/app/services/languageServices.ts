import { createPreferences, type Locale, parsePath } from '@x/locale'
import {
  createCatalog,
  createMessageFormat,
  createTranslate,
  loadMessages,
} from '@x/locale/messages'
import { createRequestTexts } from '@x/request'
import {
  type PageTranslator,
  partLoaders,
  type TextParts,
  textLoaders,
  type Texts,
  type Translator,
} from '../../lib/messages/messages.ts'
import type { Platform } from '../platform.ts'

export type LanguageServices = Awaited<ReturnType<typeof createLanguageServices>>

/** The preferences of the browser, and the texts in the language that they choose. */
export async function createLanguageServices({
  cookies,
  location,
  navigator,
  storage,
}: Pick<Platform, 'cookies' | 'location' | 'navigator' | 'storage'>) {
  const preferences = createPreferences({
    cookies: navigator.cookieEnabled ? cookies : undefined,
    storage,
    navigatorLanguages: navigator.languages,
    urlLocale: parsePath(location.path()).locale,
  })
  const { locale: initialLocale } = preferences.getState()
  const catalog = createCatalog<Texts, TextParts>({
    loaders: textLoaders,
    parts: partLoaders,
    locale: initialLocale,
    messages: await loadMessages(initialLocale, textLoaders),
  })
  /**
   * The language on screen. URL and preference choose a language; the catalog commits to it once
   * its messages are loaded, and requests carry the committed one.
   */
  const locale = (): Locale => catalog.getState().locale
  /** A text of the app outside of React, in the language on screen now. */
  const translate: Translator = (id, ...args) =>
    createTranslate(
      catalog.getState().messages.app,
      createMessageFormat({ locale: catalog.getState().locale }),
    )(id, ...args)
  const translatePage: PageTranslator = async (id, ...args) => {
    await catalog.loadPart('pages').catch(() => undefined)
    const {
      locale,
      parts: { pages },
    } = catalog.getState()
    return pages && createTranslate(pages, createMessageFormat({ locale }))(id, ...args)
  }
  const texts = createRequestTexts()
  void texts.load(locale())
  return { preferences, catalog, locale, translate, translatePage, texts }
}
