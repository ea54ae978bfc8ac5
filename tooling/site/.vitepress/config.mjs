import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'
import { slugOf } from '../markdown.mjs'
import { navigation, sidebar } from '../navigation.mjs'

const locales = readdirSync(path.resolve(import.meta.dirname, '../../../packages/ui/messages'))
  .map((file) => file.replace('.json', ''))
  .sort()

const { repository } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../release/publishing.json'), 'utf8'),
)

/** A diagram is drawn in the page; the rest of the fences keeps VitePress's way. */
function drawDiagrams(markdown) {
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (tokens, index, ...rest) =>
    tokens[index].info.trim() === 'mermaid'
      ? `<Diagram code="${encodeURIComponent(tokens[index].content)}" />`
      : fence(tokens, index, ...rest)
}

export default defineConfig({
  title: 'X packages',
  description: 'Packages for trading front ends: signing, requests, market data, widgets.',
  srcDir: 'generated/pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  cleanUrls: true,
  lastUpdated: false,
  // An example names the address that it serves.
  ignoreDeadLinks: 'localhostLinks',
  head: [
    ['meta', { name: 'theme-color', content: '#3b50d9' }],
    ['link', { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' }],
    ['link', { rel: 'manifest', href: '/site.webmanifest' }],
  ],
  markdown: {
    anchor: { slugify: slugOf },
    config: drawDiagrams,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vue: { template: { transformAssetUrls: false } },
  vite: {
    define: { __LOCALES__: JSON.stringify(locales) },
    build: { chunkSizeWarningLimit: 4000 },
  },
  themeConfig: {
    logo: '/icon.svg',
    siteTitle: 'X packages',
    nav: navigation(),
    sidebar: sidebar(),
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            boost: { title: 6, titles: 2, text: 1 },
            fuzzy: 0.15,
            // Guides before the reference, where both have the words.
            boostDocument: (id) => (id.startsWith('/api/') ? 0.3 : 1),
          },
        },
      },
    },
    // An empty list would leave its divider in the header.
    ...(!repository.includes('example.invalid') && {
      socialLinks: [{ icon: 'github', link: repository }],
    }),
    footer: { message: 'MIT licence' },
  },
})
