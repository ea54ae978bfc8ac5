// The navigation of the site, from its pages.
import { packageGroups, readPages, referenceEntries, widgetGroups } from './sources.mjs'

export function navigation() {
  return [
    { text: 'Start', link: '/get-started', activeMatch: '^/get-started' },
    { text: 'Packages', link: '/packages/', activeMatch: '^/packages/' },
    { text: 'Widgets', link: '/widgets/', activeMatch: '^/widgets/' },
    { text: 'Recipes', link: '/recipes/theming', activeMatch: '^/(recipes|examples)/' },
    { text: 'API', link: '/api/', activeMatch: '^/api/' },
    {
      text: 'Platform',
      link: '/architecture',
      activeMatch: '^/(architecture|guides|adr|reference)',
    },
  ]
}

/** What the sidebar shows below each part of the site. */
export function sidebar() {
  const pages = readPages()
  const titles = new Map(pages.map(({ url, title }) => [url, title]))
  const item = (url) => ({ text: titles.get(url) ?? url, link: url.replace(/\/index$/, '/') })
  const below = (prefix) =>
    pages
      .filter(({ url }) => url.startsWith(prefix))
      .map(({ url }) => item(url))
      .sort((one, other) => one.text.localeCompare(other.text, 'en'))
  const using = [
    {
      text: 'Start',
      items: ['/get-started', '/support', '/contributing', '/security'].map(item),
    },
    { text: 'Recipes', items: below('/recipes/') },
    ...(below('/examples/').length > 0 ? [{ text: 'Examples', items: below('/examples/') }] : []),
  ]
  const packages = [
    { text: 'All packages', link: '/packages/' },
    ...packageGroups().map(([text, names]) => ({
      text,
      items: names.flatMap((name) =>
        below(`/packages/${name}`).filter(
          ({ link }) => link === `/packages/${name}` || link === `/packages/${name}-protocol`,
        ),
      ),
    })),
  ]
  const widgets = [
    {
      text: 'Widgets',
      items: [
        { text: 'Catalogue', link: '/widgets/' },
        item('/recipes/theming'),
        { text: 'Tokens', link: '/widgets/tokens' },
        item('/packages/ui'),
      ],
    },
    ...widgetGroups().map(([text, names]) => ({
      text,
      items: names.map((name) => item(`/widgets/${name}`)),
    })),
  ]
  const platform = [
    {
      text: 'Platform',
      items: [
        '/architecture',
        '/glossary',
        '/project',
        '/gateway',
        '/contributing',
        '/security',
      ].map(item),
    },
    { text: 'Guides', items: below('/guides/') },
    { text: 'Reference', items: below('/reference/') },
    { text: 'Decisions', collapsed: true, items: below('/adr/') },
  ]
  return {
    '/packages/': packages,
    '/widgets/': widgets,
    '/api/': apiSidebar(),
    '/get-started': using,
    '/support': using,
    '/recipes/': using,
    '/examples/': using,
    '/': platform,
  }
}

function apiSidebar() {
  const entries = referenceEntries()
  const groups = packageGroups()
    .flatMap(([, names]) => names)
    .map((name) => {
      const items = entries
        .filter((entry) => entry.package === name)
        .map(({ specifier, url }) => ({ text: specifier, link: url.replace(/\/index$/, '/') }))
      return { text: items[0].text, collapsed: true, items }
    })
  return [{ text: 'All entries', link: '/api/' }, ...groups]
}
