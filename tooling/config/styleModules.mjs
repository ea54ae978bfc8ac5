// Style modules (`*.module.css`) as they are published: class names with a prefix, and the plugin
// that gives these names to the code.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'lightningcss'

/** Carried by every element that a widget styles; base.css starts from it. */
export const MARKER = 'x-ui'

/**
 * The published class of a name in a module: `headRow` of `dataTable.module.css` is
 * `x-data-table-head-row`, `button` of `button.module.css` is `x-button`.
 *
 * @param {{ file: string, name: string }} options path of the module, and the class in it
 */
export function publishedClass({ file, name }) {
  const module = path.basename(file, '.module.css')
  return `x-${kebab(name === module ? module : `${module}-${name}`)}`
}

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * A module, minified, with its published class names.
 *
 * @param {string} file
 * @returns {{ code: string, classes: Readonly<Record<string, string>> }} the classes by the names
 *   that the sources use
 */
export function publishedModule(file) {
  const classes = {}
  const rename = (part) => {
    if (part.type === 'class') {
      const name = publishedClass({ file, name: part.name })
      classes[part.name] = name
      return { ...part, name }
    }
    // Selectors within `:is()`, `:not()`, `:where()` and `:has()`.
    return Array.isArray(part.selectors)
      ? { ...part, selectors: part.selectors.map((selector) => selector.map(rename)) }
      : part
  }
  const { code } = transform({
    filename: file,
    code: readFileSync(file),
    minify: true,
    visitor: { Selector: (selector) => selector.map(rename) },
  })
  return { code: code.toString(), classes }
}

/** Lets the code import the published class names; the sheets are written by `styles.mjs`. */
export const styleModules = {
  name: 'style-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.module\.css$/ }, ({ path: file }) => {
      const { classes } = publishedModule(file)
      const marked = Object.entries(classes).map(([name, value]) => [name, `${MARKER} ${value}`])
      return { contents: `export default ${JSON.stringify(Object.fromEntries(marked))}` }
    })
  },
}
