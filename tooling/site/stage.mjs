// Writes the pages of the site: documents with resolved links, live demos, lists of what there is.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { publishablePackages } from '../release/packages.mjs'
import { resolveLinks } from './links.mjs'
import { demosOf, packageGroups, readPages, referenceEntries, widgetGroups } from './sources.mjs'

/** URLs of the pages that this file writes. */
const LISTS = {
  '/packages/index': packagesPage,
  '/widgets/index': widgetsPage,
  '/api/index': apiPage,
}

/** What links of documents may lead to besides other documents. */
export const generatedUrls = () =>
  new Set([...Object.keys(LISTS), '/widgets/tokens', ...referenceEntries().map(({ url }) => url)])

/**
 * The pages with their links resolved.
 * @returns {{ pages: { url: string, text: string }[], faults: string[], images: string[] }}
 */
export function resolvedPages() {
  const pages = readPages()
  const site = { pages, generated: generatedUrls() }
  const resolved = pages.map((page) => ({ page, ...resolveLinks(page, site) }))
  return {
    pages: resolved.map(({ page, text }) => ({ url: page.url, text: withDemos(page, text) })),
    faults: resolved.flatMap(({ faults }) => faults),
    images: [...new Set(resolved.flatMap(({ images }) => images))],
  }
}

/** @param {string} folder receives the pages, their lists and their pictures */
export function stagePages(folder) {
  const { pages, images } = resolvedPages()
  const write = (url, text) => {
    const file = path.join(folder, `${url}.md`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const { url, text } of pages) write(url, text)
  for (const [url, make] of Object.entries(LISTS)) write(url, make())
  write('/widgets/tokens', tokensPage())
  for (const image of images)
    cpSync(path.join(root, image), path.join(folder, 'public', image), { recursive: true })
}

/** The page of a widget shows its demos after the first paragraph, with their code. */
function withDemos({ url }, text) {
  const [, widget] = /^\/widgets\/([\w-]+)$/.exec(url) ?? []
  const demos = widget ? demosOf(widget) : []
  if (demos.length === 0) return text
  const [head, intro, ...rest] = text.split('\n\n')
  const live = demos.map((demo) => {
    const code = readFileSync(path.join(root, 'packages/ui/src', widget, 'demos', `${demo}.tsx`))
    return `<LiveDemo demo="${widget}/${demo}" />\n\n::: details Source of the demo\n\n${
      '```tsx\n' + code + '```'
    }\n\n:::`
  })
  return [head, intro, ...live, ...rest].join('\n\n')
}

const nameOf = ({ folder }) => path.basename(folder)

function packagesPage() {
  const all = new Map(publishablePackages().map((entry) => [nameOf(entry), entry]))
  const sections = packageGroups().map(
    ([title, names]) =>
      `## ${title}\n\n| Package | What it does | Reference |\n| --- | --- | --- |\n` +
      names
        .map((name) => {
          const { manifest } = all.get(name)
          const { description } = manifest
          return `| [\`${manifest.name}\`](/packages/${name}) | ${description} | ${entryLinks(name)} |`
        })
        .join('\n'),
  )
  return `# Packages\n\nEach package stands alone: install one, or several that work together.\n\n${sections.join('\n\n')}\n`
}

/** Links to the reference of a package's entries; of many only to the first. */
function entryLinks(name) {
  const entries = referenceEntries().filter((entry) => entry.package === name)
  const shown = entries.length > 8 ? entries.slice(0, 1) : entries
  const links = shown.map((entry) => `[${label(entry)}](${entry.url})`).join(', ')
  return entries.length > shown.length ? `[${entries.length} entries](/api/#${slug(name)})` : links
}

const label = ({ name }) => (name === 'index' ? 'main' : `./${name}`)
const slug = (name) => `x${name}`

function apiPage() {
  const sections = packageGroups().flatMap(([, names]) =>
    names.map((name) => {
      const entries = referenceEntries().filter((entry) => entry.package === name)
      const links = entries.map(({ specifier, url }) => `[\`${specifier}\`](${url})`)
      return `## ${entries[0].specifier} {#${slug(name)}}\n\n${links.join(' · ')}`
    }),
  )
  return `# API reference\n\nEvery name that a package exports, written from its docstrings.\n\n${sections.join('\n\n')}\n`
}

function widgetsPage() {
  const sections = widgetGroups().map(
    ([title, widgets]) => `## ${title}\n\n<WidgetGrid :widgets='${JSON.stringify(widgets)}' />`,
  )
  return `---\naside: false\n---\n\n# Widgets\n\nEvery widget of \`@x/ui\`, live. The controls set theme, language, density and palette of all demos; [theming](/recipes/theming) explains them, [tokens](/widgets/tokens) lists the values.\n\n<DemoSettings />\n\n${sections.join('\n\n')}\n`
}

/** The tokens with the comments of their sheet and the values of both themes. */
function tokensPage() {
  const sheet = readFileSync(path.join(root, 'packages/ui/src/styles/tokens.css'), 'utf8')
  const names = [...new Set([...sheet.matchAll(/^\s*(--x-[\w-]+):/gm)].map(([, name]) => name))]
  const groups = Object.groupBy(names, purposeOf)
  const sections = Object.entries(groups).map(
    ([title, group]) => `## ${title}\n\n<TokenTable :names='${JSON.stringify(group)}' />`,
  )
  return `# Tokens\n\nCustom properties of \`@x/ui/tokens.css\`, with their values in the light and the dark theme. Set one on any element to change it for what is inside.\n\n${sections.join('\n\n')}\n`
}

/** What a token is for, by its name. */
const PURPOSES = [
  ['Text', /^--x-(text|on-fill|font|size|weight|line|number)/],
  ['Surfaces and edges', /^--x-(surface|border|ground|control-edge|track|raised|shadow|backdrop)/],
  ['Prices: rising and falling', /^--x-(up|down|hue|classic|safe|flash)/],
  ['Meaning', /^--x-(accent|warning|danger|success|focus)/],
  ['Spacing', /^--x-space/],
  ['Measures', /^--x-(height|touch|row|radius|inset|width|padding|column)/],
  ['Motion', /^--x-(motion|ease)/],
]

const purposeOf = (name) => PURPOSES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'Others'
