import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locale } from '@x/locale'
import type { Plugin } from 'vite'
import product from '../../product.json' with { type: 'json' }
import { componentsFromSources, fromSources } from './fromSources.ts'
import type { Catalog } from './localizedPages.ts'
import { createPageLinks } from './pageLinks.ts'
import { pageSources } from './pageSources.ts'
import { routePatterns } from './routePatterns.ts'

/**
 * The server replaces it with its own scheme and host; a build for a static host names its origin
 * itself.
 */
const ORIGIN = process.env['VITE_PUBLIC_ORIGIN'] ?? '__X_ORIGIN__'
const pagesModule = () => fromSources<typeof import('./localizedPages.ts')>('localizedPages.ts')

/**
 * Writes `pages/<language>/<path>.html`: title, description, language, direction, canonical and
 * alternate links of each public page, for readers that run no script; `manifests/<language>…` of
 * the installed app; and `pages/routes.json`, the addresses that have a page.
 */
export function staticPages(): Plugin {
  let root = ''
  let out = ''
  return {
    name: 'static-pages',
    configResolved(config) {
      root = config.root
      out = path.resolve(config.root, config.build.outDir)
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const languages = JSON.stringify((await pagesModule()).languageMap())
        return html
          .replace('__X_LANGUAGES__', () => languages)
          .replace('__X_PRODUCT__', () => product.name)
      },
    },
    async writeBundle(_, bundle) {
      const { localizedManifests, localizedPages } = await pagesModule()
      const template = await readFile(path.join(out, 'index.html'), 'utf8')
      const catalogs = await readCatalogs(path.join(root, 'messages'))
      const linksOf = createPageLinks(bundle, root)
      const links = (path: string, locale: Locale) => {
        const sources = pageSources(path)
        return sources ? linksOf(sources, locale) : ''
      }
      const pages = await componentsFromSources<
        typeof import('./frameMarkup.ts'),
        Map<string, string>
      >('frameMarkup.ts', ({ frameMarkup: frame }) =>
        localizedPages({ template, catalogs, origin: ORIGIN, links, frame }),
      )
      const manifests = localizedManifests({ catalogs })
      await Promise.all(
        [...manifests].map(([name, text]) => writePage(path.join(out, name), JSON.stringify(text))),
      )
      // The one that the page of a static host names before its language is known.
      const english = JSON.stringify(manifests.get('manifests/en.webmanifest'))
      await writeFile(path.join(out, 'site.webmanifest'), english)
      await Promise.all(
        [...pages].map(([name, page]) => writePage(path.join(out, 'pages', name), page)),
      )
      await writePage(path.join(out, 'pages/routes.json'), JSON.stringify(routePatterns()))
    },
  }
}

async function readCatalogs(folder: string): Promise<Map<string, Catalog>> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith('.json') && name !== 'fallback.json' && name !== 'parts.json',
  )
  return new Map(
    await Promise.all(
      names.map(
        async (name) =>
          [
            name.slice(0, -'.json'.length),
            JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Catalog,
          ] as const,
      ),
    ),
  )
}

async function writePage(file: string, page: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, page)
}
