import { alternateLinks, canonicalLink, type Locale } from '@x/locale'

export interface DocumentHead {
  /** Without the language prefix. */
  readonly path: string
  readonly locale: Locale
  readonly origin: string
  /** Of a page that search engines may show; `undefined` for the rest, which is marked as not to be shown. */
  readonly description: string | undefined
}

const OWN = 'link[rel="canonical"], link[rel="alternate"][hreflang], meta[name="description"], meta[name="robots"]'

/** The head that the build writes into each static page, for an address that the app itself has led to (decision 188). */
export function writeHead(document: Document, { path, locale, origin, description }: DocumentHead): void {
  for (const element of document.head.querySelectorAll(OWN)) element.remove()
  const add = (name: 'link' | 'meta', attributes: Readonly<Record<string, string>>) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    document.head.append(element)
  }
  if (description === undefined) return add('meta', { name: 'robots', content: 'noindex' })
  add('meta', { name: 'description', content: description })
  add('link', { rel: 'canonical', href: canonicalLink(path, { locale, origin }) })
  for (const { hreflang, href } of alternateLinks(path, { origin })) add('link', { rel: 'alternate', hreflang, href })
}
