// The pages of the site: which file of the repository becomes which page.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../bootstrap/run.mjs'
import { publishablePackages } from '../release/packages.mjs'
import { filesIn } from '../config/sourceFiles.mjs'
import { titleOf } from './markdown.mjs'

/**
 * @typedef {{ source: string, url: string, text: string, title: string }} Page
 * `source`: path in the repository; `url`: path on the site, without an extension.
 */

const markdownIn = (folder) =>
  existsSync(path.join(root, folder))
    ? readdirSync(path.join(root, folder), { recursive: true })
        .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
        .filter((file) => file.endsWith('.md'))
    : []

const nameOf = ({ folder }) => path.basename(folder)
const isIndex = (file) => path.posix.basename(file) === 'README.md'

/** Sources and URLs of all pages, without those that are generated. */
function mapping() {
  const packages = publishablePackages().map(nameOf)
  return [
    ...markdownIn('tooling/site/pages').map((file) => [
      file,
      file.slice('tooling/site/pages'.length, -'.md'.length),
    ]),
    ['docs/README.md', '/project'],
    ...markdownIn('docs')
      .filter((file) => !isIndex(file))
      .map((file) => [file, file.slice('docs'.length, -'.md'.length)]),
    ['CONTRIBUTING.md', '/contributing'],
    ['SECURITY.md', '/security'],
    ['apps/gateway/README.md', '/gateway'],
    ...packages.flatMap((name) =>
      ['README.md', 'PROTOCOL.md']
        .filter((file) => existsSync(path.join(root, 'packages', name, file)))
        .map((file) => [
          `packages/${name}/${file}`,
          isIndex(file) ? `/packages/${name}` : `/packages/${name}-protocol`,
        ]),
    ),
    ...readdirSync(path.join(root, 'packages/ui/src'))
      .map((widget) => [`packages/ui/src/${widget}/README.md`, `/widgets/${widget}`])
      .filter(([file]) => existsSync(path.join(root, file))),
    ['examples/README.md', '/examples/index'],
    ...exampleFolders().map((name) => [`examples/${name}/README.md`, `/examples/${name}`]),
  ]
}

/** The example applications with a README. */
function exampleFolders() {
  const folder = path.join(root, 'examples')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'README.md')))
}

/** @returns {Page[]} */
export function readPages() {
  return mapping().map(([source, url]) => {
    const text = readFileSync(path.join(root, source), 'utf8')
    return { source, url, text, title: titleOf(text) ?? url }
  })
}

/** Folders and files that a document may link to, and the page that shows what is in them. */
export const SHOWN_BY = new Map([
  ['packages', '/packages/'],
  ['docs', '/project'],
  ['examples', '/examples/'],
  ['docs/adr', '/project#decisions'],
  ['docs/guides', '/project#guides'],
  ['docs/reference', '/project#reference'],
  ['packages/ui/src', '/widgets/'],
  ['packages/ui/src/styles/tokens.css', '/widgets/tokens'],
  ['tooling/site/reference.mjs', '/api/'],
])

/** Packages in the order in which the site shows them; others follow under "More". */
export const PACKAGE_GROUPS = [
  ['Foundation', ['kit', 'decimal', 'storage']],
  ['Requests and log-in', ['request', 'gateway-sign', 'device-id', 'captcha', 'referral']],
  ['Trading', ['market', 'trading', 'simulation', 'reserves']],
  ['Interface', ['ui', 'locale', 'sanitize']],
  ['Contract', ['api']],
]

/**
 * The groups with every publishable package in one of them.
 * @returns {[title: string, packages: string[]][]}
 */
export function packageGroups() {
  const names = publishablePackages().map(nameOf)
  const listed = PACKAGE_GROUPS.flatMap(([, group]) => group)
  const others = names.filter((name) => !listed.includes(name))
  return [...PACKAGE_GROUPS, ['More', others]]
    .map(([title, group]) => [title, group.filter((name) => names.includes(name))])
    .filter(([, group]) => group.length > 0)
}

/**
 * The groups of the widgets, as the table in the README of `@x/ui` says.
 * @returns {[title: string, widgets: string[]][]}
 */
export function widgetGroups() {
  const readme = readFileSync(path.join(root, 'packages/ui/README.md'), 'utf8')
  const rows = [...readme.matchAll(/^\| ([a-z][\w ]+?) \| (.*src\/.*) \|$/gm)]
  return rows.map(([, purpose, cells]) => [
    purpose[0].toUpperCase() + purpose.slice(1),
    [...new Set([...cells.matchAll(/\(src\/([\w-]+)\/README\.md\)/g)].map(([, name]) => name))],
  ])
}

/** The source files of an example application, those of its top folder last. */
export function sourcesOfExample(name) {
  const depth = (file) => -file.split('/').length
  return filesIn(path.join(root, 'examples', name))
    .filter((file) => /(?<!lock)\.(?:[cm]?[jt]sx?|css|html)$|^package\.json$/.test(file))
    .sort((one, other) => depth(one) - depth(other))
}

/** The demos of a widget's folder, by name. */
export function demosOf(widget) {
  const folder = path.join(root, 'packages/ui/src', widget, 'demos')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => file.slice(0, -'.tsx'.length))
}

/**
 * Each entry of each package with its page of the reference.
 * @returns {{ specifier: string, package: string, name: string, file: string, url: string }[]}
 */
export function referenceEntries() {
  return publishablePackages().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports)
      .filter(([, target]) => /\.tsx?$/.test(target?.['x-source'] ?? ''))
      .map(([key, target]) => {
        const name = key === '.' ? 'index' : key.slice('./'.length)
        return {
          specifier: path.posix.join(manifest.name, key),
          package: path.basename(folder),
          name,
          file: path.join(folder, target['x-source']),
          url: `/api/${path.basename(folder)}/${name}`,
        }
      }),
  )
}
