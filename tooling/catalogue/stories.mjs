// Writes the stories from the demos of the widgets: one folder of a widget is a page, one demo is a
// story, its README and its types are the docs.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../bootstrap/run.mjs'

export const source = path.join(root, 'packages/ui/src')
export const generated = path.join(import.meta.dirname, 'generated')

/** Component names that the package publishes from a widget's folder, with the file each is in. */
function componentsOf(widget) {
  const found = new Map()
  for (const file of readdirSync(path.join(source, 'exports'))) {
    for (const [, names = '', from = ''] of readFileSync(
      path.join(source, 'exports', file),
      'utf8',
    ).matchAll(/export \{([^}]*)\} from '\.\.\/([^']+)'/g)) {
      if (!from.startsWith(`${widget}/`) || !from.endsWith('.tsx')) continue
      for (const name of names.split(',').map((one) => one.trim()))
        if (/^[A-Z][a-z]\w*$/.test(name)) found.set(name, from)
    }
  }
  return found
}

const spaced = (name) => name.replace(/([a-z])([A-Z])/g, '$1 $2')

/** @param {string} widget @param {readonly string[]} demos */
function storyFile(widget, demos) {
  // The widget that the folder is named after comes first: its properties open the page.
  const namesake = widget.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase())
  const components = [...componentsOf(widget)].sort(
    ([one], [other]) => Number(other === namesake) - Number(one === namesake),
  )
  const at = (file) => JSON.stringify(path.relative(generated, path.join(source, file)))
  const readme = path.join(source, widget, 'README.md')
  const [main, ...others] = components.map(([name]) => name)
  return [
    ...components.map(([name, file]) => `import { ${name} } from ${at(file)}`),
    ...demos.map((demo) => `import ${demo}Demo from ${at(`${widget}/demos/${demo}.tsx`)}`),
    ...demos.map(
      (demo) =>
        `import ${demo}Source from ` +
        `${at(`${widget}/demos/${demo}.tsx?raw`).replace(/\?raw"/, '?raw"')}`,
    ),
    ...(existsSync(readme) ? [`import readme from ${at(`${widget}/README.md?raw`)}`] : []),
    // The page has its heading already.
    ...(existsSync(readme) ? ["const text = readme.replace(/^# .*\\n/, '')"] : []),
    `export default { ${[
      `title: 'Widgets/${widget}'`,
      ...(main ? [`component: ${main}`] : []),
      ...(others.length > 0 ? [`subcomponents: { ${others.join(', ')} }`] : []),
      ...(existsSync(readme) ? ['parameters: { docs: { description: { component: text } } }'] : []),
      `tags: ['autodocs']`,
    ].join(', ')} }`,
    ...demos.map(
      (demo) =>
        `export const ${demo} = { name: '${spaced(demo)}', render: () => <${demo}Demo />, ` +
        `parameters: { docs: { source: { code: ${demo}Source, language: 'tsx' } } } }`,
    ),
    '',
  ].join('\n')
}

export function writeStories() {
  rmSync(generated, { recursive: true, force: true })
  mkdirSync(generated, { recursive: true })
  let count = 0
  for (const widget of readdirSync(source)) {
    const folder = path.join(source, widget, 'demos')
    if (!existsSync(folder)) continue
    const demos = readdirSync(folder)
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => file.slice(0, -'.tsx'.length))
    writeFileSync(path.join(generated, `${widget}.stories.tsx`), storyFile(widget, demos))
    count += demos.length
  }
  return count
}
