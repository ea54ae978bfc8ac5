import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { createPageLinks } from '../../../build/pageLinks.ts'

interface Part {
  readonly modules?: readonly string[]
  readonly imports?: readonly string[]
  readonly styles?: readonly string[]
}

/** What a build emits of chunks, as far as links are concerned. */
const bundleOf = (parts: Readonly<Record<string, Part>>): Rolldown.OutputBundle =>
  Object.fromEntries(
    Object.entries(parts).map(([fileName, { modules = [], imports = [], styles = [] }]) => [
      fileName,
      {
        type: 'chunk',
        fileName,
        isEntry: fileName === 'index.js',
        moduleIds: modules.map((module) => `/repo/apps/web/${module}`),
        imports,
        viteMetadata: { importedCss: new Set(styles) },
      },
    ]),
  ) as unknown as Rolldown.OutputBundle

const BUNDLE = bundleOf({
  'index.js': { modules: ['src/main.tsx'], imports: ['runtime.js'], styles: ['base.css'] },
  'runtime.js': {},
  'page.js': {
    modules: ['src/features/x/Page.tsx'],
    imports: ['index.js', 'shared.js'],
    styles: ['page.css'],
  },
  'shared.js': { imports: ['runtime.js'], styles: ['shared.css'] },
  'phone.js': { modules: ['src/features/x/Phone.tsx'], imports: ['shared.js', 'touch.js'] },
  'touch.js': {},
  'wide.js': { modules: ['src/features/x/Wide.tsx'], imports: ['touch.js'], styles: ['wide.css'] },
  'de.js': { modules: ['src/generated/messages/de.ts'] },
  'pages.js': { modules: ['src/generated/messages/pages/loaders.ts'] },
  'de-pages.js': { modules: ['src/generated/messages/pages/de.ts'] },
})
const linksOf = createPageLinks(BUNDLE, '/repo/apps/web')
const page = 'src/features/x/Page.tsx'
/** `rel file media` of each link. */
const namesOf = (links: string) =>
  [...links.matchAll(/rel="(\w+)" crossorigin href="\/([^"]+)"[^>]*?(?: media="([^"]+)")?>/g)].map(
    (found) => found.slice(1).filter(Boolean).join(' '),
  )

describe('the links of a page', () => {
  it('name styles first, then scripts of the page and its texts', () => {
    expect(namesOf(linksOf({ page, parts: ['pages'] }, 'de'))).toEqual([
      'stylesheet page.css',
      'stylesheet shared.css',
      'modulepreload page.js',
      'modulepreload shared.js',
      'modulepreload pages.js',
      'modulepreload de.js',
      'modulepreload de-pages.js',
    ])
  })
  it('name what one width of screen needs for it alone', () => {
    const links = linksOf(
      { page, phone: 'src/features/x/Phone.tsx', wide: 'src/features/x/Wide.tsx', parts: [] },
      'de',
    )
    expect(namesOf(links).slice(5)).toEqual([
      'modulepreload phone.js (width < 768px)',
      'modulepreload touch.js (width < 768px)',
      'stylesheet wide.css not all and (width < 768px)',
      'modulepreload wide.js not all and (width < 768px)',
      'modulepreload touch.js not all and (width < 768px)',
    ])
    expect(links).not.toMatch(/<link(?![^>]* nonce="__CSP_NONCE__")/)
  })
  it('cannot be of a module that was not built', () => {
    expect(() => linksOf({ page: 'src/features/x/Gone.tsx', parts: [] }, 'de')).toThrow(
      'No chunk has src/features/x/Gone.tsx',
    )
  })
})
