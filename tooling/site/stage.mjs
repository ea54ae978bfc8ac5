// Writes the pages of the site: documents with resolved links, live demos, lists of what there is.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { publishablePackages } from '../release/packages.mjs'
import { resolveLinks } from './links.mjs'
import {
  demosOf,
  packageGroups,
  readPages,
  referenceEntries,
  sourcesOfExample,
  widgetGroups,
} from './sources.mjs'

/**
 * The front matter of a page with a wide column, for diagrams, tables and demos: below 768 px the
 * widgets take their form for phones.
 */
const WIDE = '---\naside: false\n---'

/** The picture on the start page, which names it in its front matter. */
const START_IMAGE = 'docs/images/spot-dark.png'

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
    pages: resolved.map(({ page, text }) => ({
      url: page.url,
      text: withSources(page, withDemos(page, text)),
    })),
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
  for (const image of new Set([...images, START_IMAGE]))
    cpSync(path.join(root, image), path.join(folder, 'public', image), { recursive: true })
}

/** The page of a widget shows its demos after the first paragraph, with their code. */
function withDemos({ url }, text) {
  const [, widget] = /^\/widgets\/([\w-]+)$/.exec(url) ?? []
  const demos = widget ? demosOf(widget) : []
  if (demos.length === 0) return text.includes('```mermaid') ? `${WIDE}\n\n${text}` : text
  const [head, intro, ...rest] = text.split('\n\n')
  const live = demos.map((demo) => {
    const file = path.join(root, 'packages/ui/src', widget, 'demos', `${demo}.tsx`)
    const code = readFileSync(file, 'utf8')
    return [
      `<LiveDemo demo="${widget}/${demo}" />`,
      '::: details Source of the demo',
      `\`\`\`tsx\n${code}\`\`\``,
      ':::',
    ].join('\n\n')
  })
  return [WIDE, head, intro, ...live, ...rest].join('\n\n')
}

/** The page of an example ends with its files. */
function withSources({ url }, text) {
  const [, example] = /^\/examples\/([\w-]+)$/.exec(url) ?? []
  if (!example || example === 'index') return text
  const files = sourcesOfExample(example).map((file) => {
    const code = readFileSync(path.join(root, 'examples', example, file), 'utf8')
    return `### ${file}\n\n\`\`\`${languageOf(file)}\n${code}\`\`\``
  })
  return [text, '## Files', ...files].join('\n\n')
}

const languageOf = (file) =>
  path
    .extname(file)
    .slice(1)
    .replace(/^[cm](?=[jt]s)/, '')

const nameOf = ({ folder }) => path.basename(folder)

const lines = (...parts) => `${parts.join('\n\n')}\n`

function packagesPage() {
  const all = new Map(publishablePackages().map((entry) => [nameOf(entry), entry.manifest]))
  const row = (name) => {
    const { name: specifier, description } = all.get(name)
    return `| [\`${specifier}\`](/packages/${name}) | ${description} | ${entryLinks(name)} |`
  }
  return lines(
    '# Packages',
    'Each package stands alone: install one, or several that work together.',
    ...packageGroups().flatMap(([title, names]) => [
      `## ${title}`,
      ['| Package | What it does | Reference |', '| --- | --- | --- |', ...names.map(row)].join(
        '\n',
      ),
    ]),
  )
}

/** Links to the reference of a package's entries; of many one to their list. */
function entryLinks(name) {
  const entries = referenceEntries().filter((entry) => entry.package === name)
  if (entries.length > 8) return `[${entries.length} entries](/api/#${anchorOf(name)})`
  return entries.map((entry) => `[${label(entry)}](${entry.url})`).join(', ')
}

const label = ({ name }) => (name === 'index' ? 'main' : `./${name}`)
const anchorOf = (name) => `entries-of-${name}`

function apiPage() {
  return lines(
    '# API reference',
    'Every name that a package exports, written from its docstrings.',
    ...packageGroups()
      .flatMap(([, names]) => names)
      .flatMap((name) => {
        const entries = referenceEntries().filter((entry) => entry.package === name)
        const links = entries.map(({ specifier, url }) => `[\`${specifier}\`](${url})`)
        return [`## ${entries[0].specifier} {#${anchorOf(name)}}`, links.join(' · ')]
      }),
  )
}

function widgetsPage() {
  return lines(
    WIDE,
    '# Widgets',
    'Every widget of [`@x/ui`](/packages/ui), live. The settings below are those of all demos: ' +
      '[theming](/recipes/theming) explains them, [tokens](/widgets/tokens) lists the values.',
    '<DemoSettings />',
    ...widgetGroups().flatMap(([title, widgets]) => [
      `## ${title}`,
      `<WidgetGrid :widgets='${JSON.stringify(widgets.map(galleryItem))}' />`,
    ]),
  )
}

/** A widget in the list of all: its name and its first demo, if there is one. */
const galleryItem = (widget) => ({ widget, demo: demosOf(widget)[0] ?? null })

/** The tokens by purpose, with the values of both themes. */
function tokensPage() {
  const sheet = readFileSync(path.join(root, 'packages/ui/src/styles/tokens.css'), 'utf8')
  const names = [...new Set([...sheet.matchAll(/^\s*(--x-[\w-]+):/gm)].map(([, name]) => name))]
  return lines(
    WIDE,
    '# Tokens',
    'Custom properties of `@x/ui/tokens.css`, with their values in the light and the dark theme. ' +
      'Set one on any element to change it for what is inside.',
    ...Object.entries(Object.groupBy(names, purposeOf)).flatMap(([title, group]) => [
      `## ${title}`,
      `<TokenTable :names='${JSON.stringify(group)}' />`,
    ]),
  )
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
