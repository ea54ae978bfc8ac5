// The fields of every manifest that say who publishes it and where its source is. They come from
// publishing.json; `node tooling/release/publishing.mjs` writes them into the manifests.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { publishablePackages, root } from './packages.mjs'

/** @returns {Record<string, any>} the values of publishing.json */
export const readPublishing = () =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'publishing.json'), 'utf8'))

/** What a package's manifest must say about its publisher. */
export function publishingFields(folder, publishing = readPublishing()) {
  const { repository, homepage, author, keywords } = publishing
  const directory = path.relative(root, folder).replaceAll(path.sep, '/')
  return {
    author,
    keywords: keywords[path.basename(folder)] ?? [],
    homepage: `${homepage}/tree/main/${directory}#readme`,
    bugs: `${homepage}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, directory },
  }
}

const isPlaceholder = (value) => /PLACEHOLDER|\.invalid\b/.test(JSON.stringify(value))

/** Fields of a manifest that nobody has filled in, as sentences. */
export function manifestPlaceholders(manifest) {
  return Object.entries(manifest)
    .filter(([, value]) => isPlaceholder(value))
    .map(([name]) => `${manifest.name}: ${name} is a placeholder`)
}

/** The form of what must be filled in, in words and as a pattern. */
const FORMS = {
  repository: ['an address (https://…)', /^https:\/\/[\w.-]+\.\w+\/\S*[^/\s]$/],
  homepage: ['an address (https://…)', /^https:\/\/[\w.-]+\.\w+\/\S*[^/\s]$/],
  author: ['a name and an address (Name <mail>)', /^\S.* <\S+@\S+\.\S+>$/],
}

/** What must be filled in before anything is published, as sentences. */
export function placeholderFaults(publishing = readPublishing()) {
  const faults = Object.entries(publishing)
    .filter(([, value]) => isPlaceholder(value))
    .map(([name]) => `publishing.json: ${name} is a placeholder`)
  for (const [name, [form, pattern]] of Object.entries(FORMS))
    if (!isPlaceholder(publishing[name] ?? '') && !pattern.test(publishing[name] ?? ''))
      faults.push(`publishing.json: ${name} is not ${form}`)
  if (publishing.scopeIsOurs !== true)
    faults.push(
      `publishing.json: nobody has confirmed that ${publishing.scope} belongs to us (scopeIsOurs)`,
    )
  return faults
}

/** Files that every tarball has beside `dist`. */
const TARBALL_FILES = ['examples', 'README.md', 'CHANGELOG.md', 'LICENSE']

/** What refuses to pack or to publish a package by hand. */
export const SCRIPTS = {
  prepack: 'node ../../tooling/release/prepack.mjs',
  prepublishOnly: 'node ../../tooling/release/prepublish.mjs',
}

/** The first fields of a manifest, in their order. */
const HEAD = ['name', 'version', 'description', 'license', 'author', 'keywords']
const FIRST = [...HEAD, 'homepage', 'bugs', 'repository']

function withPublishing({ folder, manifest }) {
  const own = manifest.files.filter(
    (file) => !['dist', '!dist/.sources', ...TARBALL_FILES].includes(file),
  )
  const wanted = {
    ...manifest,
    ...publishingFields(folder),
    files: ['dist', '!dist/.sources', ...own, ...TARBALL_FILES],
    scripts: { ...manifest.scripts, ...SCRIPTS },
  }
  const keys = [...new Set([...FIRST, ...Object.keys(manifest)])]
  return Object.fromEntries(keys.map((key) => [key, wanted[key]]))
}

if (process.argv[1] === import.meta.filename)
  for (const entry of publishablePackages())
    writeFileSync(
      path.join(entry.folder, 'package.json'),
      `${JSON.stringify(withPublishing(entry), null, 2)}\n`,
    )
