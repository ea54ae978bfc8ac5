// The published style sheets: one for each entry that has styles, one with all of them, and one
// without cascade layers.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transform } from 'lightningcss'
import { publishedModule } from './styleModules.mjs'

/**
 * Writes the style sheets of a package into `dist`.
 *
 * @param {{ folder: string, manifest: object, metafile: object }} options the package, and what
 *   esbuild says about the build of its entries
 */
export function emitStyles({ folder, manifest, metafile }) {
  const dist = path.join(folder, 'dist')
  for (const target of Object.values(manifest.exports))
    // Since version 6 TypeScript looks for types of modules that are imported for their effect
    // alone.
    if (target.types?.endsWith('/css.d.ts'))
      writeFileSync(
        path.join(folder, target.types),
        '/** A style sheet, which has no names. */\nexport {}\n',
      )
  for (const [name, css] of Object.entries(styleSheets({ folder, metafile })))
    writeFileSync(path.join(dist, name), css)
}

/**
 * The published sheets by file name. Each begins with the same list of layers, and a layer has the
 * same rules in each, so that neither order nor repetition changes a look (docs/adr/ui.md).
 *
 * @param {{ folder: string, metafile: object }} options see `emitStyles`
 * @returns {Readonly<Record<string, string>>}
 */
export function styleSheets({ folder, metafile }) {
  const shared = path.join(folder, 'src/styles')
  if (!existsSync(shared)) return {}
  const plain = (name) => minify(readFileSync(path.join(shared, `${name}.css`), 'utf8'))
  const tokens = plain('tokens').replace(/^(?:@layer [^{};]+;)+/, '')
  const [base, reset] = [plain('base'), plain('reset')]
  const layers = layerNames(readFileSync(path.join(shared, 'tokens.css'), 'utf8'))
  const list = `@layer ${layers.join(',')};`
  const modules = moduleSheets({ folder, files: Object.keys(metafile.inputs), layers })
  const sheet = (...parts) => `${list}${parts.join('')}\n`
  const entries = entryModules({ metafile }).map(({ entry, files }) => [
    `${entry}.css`,
    sheet(base, ...modules.filter(({ file }) => files.has(file)).map(({ code }) => code)),
  ])
  const all = modules.map(({ code }) => code)
  return {
    'tokens.css': sheet(tokens),
    'base.css': sheet(base),
    'reset.css': sheet(reset),
    ...Object.fromEntries(entries),
    'styles.css': sheet(tokens, base, ...all),
    'styles.unlayered.css': `${[tokens, ...[base, ...all].map(isolate)].map(unwrap).join('')}\n`,
  }
}

const minify = (css) =>
  transform({ filename: 'sheet.css', code: Buffer.from(css), minify: true }).code.toString()

/** The layers in the order of their statements. */
function layerNames(css) {
  return [...css.matchAll(/@layer ([^{};]+);/g)].flatMap(([, names]) => names.split(/,\s*/))
}

/** The modules in the order of their layers. */
function moduleSheets({ folder, files, layers }) {
  const owners = new Map()
  return files
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => {
      const { code, classes } = publishedModule(path.join(folder, file))
      for (const name of Object.values(classes)) {
        if (owners.has(name)) throw new Error(`${owners.get(name)} and ${file} both have .${name}`)
        owners.set(name, file)
      }
      const place = layers.indexOf(code.slice('@layer '.length, code.indexOf('{')))
      if (place < 0) throw new Error(`${file}: its layer is not listed in tokens.css`)
      return { file, code, place }
    })
    .sort((one, other) => one.place - other.place)
}

/**
 * The modules that each entry reaches, also through files that load later.
 *
 * @param {{ metafile: object }} options see `emitStyles`
 */
export function entryModules({ metafile }) {
  return Object.entries(metafile.outputs)
    .filter(([file, { entryPoint }]) => entryPoint?.includes('/exports/') && file.endsWith('.js'))
    .map(([file, { entryPoint }]) => ({
      entry: path.basename(file, '.js'),
      files: modulesReached({ metafile, file: entryPoint }),
    }))
    .filter(({ files }) => files.size > 0)
}

/** The modules that a source file reaches. @param {{ metafile: object, file: string }} options */
export function modulesReached({ metafile, file }) {
  const reached = new Set([file])
  for (const input of reached)
    for (const { path: used, external } of metafile.inputs[input]?.imports ?? [])
      if (!external) reached.add(used)
  return new Set([...reached].filter((input) => input.endsWith('.module.css')))
}

/** The rules of a sheet that is one layer. */
const unwrap = (css) => css.slice(css.indexOf('{') + 1, css.lastIndexOf('}'))

/**
 * The sheet with the specificity of an ID in each selector: its rules win over those of a page
 * that have no ID, and among each other they stay as they were.
 */
function isolate(css) {
  const id = {
    type: 'pseudo-class',
    kind: 'not',
    selectors: [[{ type: 'id', name: 'x-none' }]],
  }
  const Selector = (selector) => {
    const at = ['type', 'universal'].includes(selector[0]?.type) ? 1 : 0
    return [...selector.slice(0, at), id, ...selector.slice(at)]
  }
  return transform({
    filename: 'sheet.css',
    code: Buffer.from(css),
    minify: true,
    visitor: { Selector },
  }).code.toString()
}
