import { alternateLinks, canonicalLink, type Locale } from '@x/locale'
import { createMessageFormat, createTranslate } from '@x/locale/messages'
import type { Services } from '../services/createServices.ts'
import { hasOwnTitle, PUBLIC_PAGES } from '../../lib/page-heads/pageHeads.ts'

export interface DocumentHead {
  /** Without the language prefix. */
  readonly path: string
  readonly locale: Locale
  readonly origin: string
  /**
   * Of a page that search engines may show; `undefined` for the rest, which is marked as not to be
   * shown.
   */
  readonly description: string | undefined
}

/**
 * What search engines read of a page, in the language on screen; `undefined` for one that they
 * are not to show.
 * @throws LocaleError
 */
export async function describePage(
  path: string,
  { catalog }: Pick<Services, 'catalog'>,
): Promise<string | undefined> {
  const page = PUBLIC_PAGES.find((candidate) => candidate.path === path)
  if (!page) return undefined
  const isOfProduct = hasOwnTitle(path)
  await Promise.all([
    catalog.loadPart('pages'),
    isOfProduct ? catalog.loadPart('products') : undefined,
  ])
  const {
    locale,
    parts: { pages, products },
  } = catalog.getState()
  if (!pages || (isOfProduct && !products)) return undefined
  const texts = { ...pages, ...products } as typeof pages & NonNullable<typeof products>
  const t = createTranslate(texts, createMessageFormat({ locale }))
  return page.description === 'head.spot.description'
    ? t(page.description, { pair: page.pair ?? '' })
    : t(page.description as Exclude<typeof page.description, 'head.spot.description'>)
}

const OWN =
  'link[rel="canonical"], link[rel="alternate"][hreflang], ' +
  'meta[name="description"], meta[name="robots"]'

/**
 * The head that the build writes into each static page, for an address that the app itself has led
 * to (docs/adr/locale.md).
 */
export function updateDocumentHead(
  document: Document,
  { path, locale, origin, description }: DocumentHead,
): void {
  for (const element of document.head.querySelectorAll(OWN)) element.remove()
  const add = (name: 'link' | 'meta', attributes: Readonly<Record<string, string>>) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    document.head.append(element)
  }
  if (description === undefined) return add('meta', { name: 'robots', content: 'noindex' })
  add('meta', { name: 'description', content: description })
  add('link', { rel: 'canonical', href: canonicalLink(path, { locale, origin }) })
  for (const { hreflang, href } of alternateLinks(path, { origin }))
    add('link', { rel: 'alternate', hreflang, href })
}
