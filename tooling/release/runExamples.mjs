// Runs the examples of all packages from the tarballs, once as ES modules and once as CommonJS:
// both must print the same. The CommonJS code is written by its own transform, so it is not what
// the unit tests run.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { publishablePackages } from './packages.mjs'

const execute = promisify(execFile)

/** An example that needs a page with the widgets on it. */
const NEEDS_PAGE = /createTestDrivers/

/** Values for the props of the widgets' examples; each takes what it knows. */
const PROPS = `{
  accounts: [{ key: 'main', value: 'main', label: 'Main' }],
  asks: [{ price: '64000', size: '0.1' }],
  indicators: [{ key: 'ma', value: 'ma', label: 'MA' }], coin: { name: 'BTC', logo: '/btc.svg' },
  free: '1.5', price: '64000', change: '1.2', volume: '123456.7', isLow: true, isPlacing: false,
  orders: [], open: ['Buy 1 BTC'], history: [], pairs: ['BTC/USDT'], part: 'orders', rate: '0.1',
  side: 'buy', pair: 'BTC/USDT', total: 120, thisYear: 2026, act() {}, place() {}, cancel() {},
  rename() {}, save: async () => {}, search: async () => [], allowSource: (src) => src,
  isHoliday: () => false }`

/** @param {string} home a folder with the packages, React and React DOM installed */
export async function runExamples(home) {
  const folder = path.join(home, 'examples')
  mkdirSync(folder, { recursive: true })
  const names = []
  for (const example of examples()) {
    await writeExample(folder, example)
    names.push(example.name)
  }
  writeFileSync(path.join(folder, 'run.cjs'), runner(names))
  const [esm, cjs] = await Promise.all(
    ['mjs', 'cjs'].map((form) =>
      execute('node', [path.join(folder, 'run.cjs'), form], { cwd: home }),
    ),
  )
  const lines = JSON.parse(esm.stdout)
  const others = JSON.parse(cjs.stdout)
  const different = names.filter((name) => lines[name] !== others[name])
  if (different.length > 0)
    throw new Error(
      different
        .map((name) => `${name} as ESM:\n${lines[name]}\nas CommonJS:\n${others[name]}`)
        .join('\n'),
    )
  const silent = names.filter((name) => lines[name] === '' || lines[name].startsWith('Error'))
  if (silent.length > 0)
    throw new Error(silent.map((name) => `${name} shows nothing: ${lines[name]}`).join('\n'))
}

function examples() {
  return publishablePackages().flatMap(({ folder }) =>
    readdirSync(path.join(folder, 'examples'))
      .map((file) => ({
        name: `${path.basename(folder)}-${file.replace(/\.tsx?$/, '')}`,
        code: readFileSync(path.join(folder, 'examples', file), 'utf8'),
      }))
      .filter(({ code }) => !NEEDS_PAGE.test(code)),
  )
}

async function writeExample(folder, { name, code }) {
  const plain = await transform(code, { loader: 'tsx', jsx: 'automatic', format: 'esm' })
  const esm = plain.code.replace(/^import "[^"]+\.css";\n/gm, '')
  writeFileSync(path.join(folder, `${name}.mjs`), esm)
  writeFileSync(path.join(folder, `${name}.cjs`), asCommonJs(esm))
}

/** Examples await at their top level, which CommonJS cannot: their body becomes a function. */
function asCommonJs(esm) {
  const body = esm
    .replace(/^import \* as (\w+) from (".*");$/gm, 'const $1 = require($2);')
    .replace(
      /^import \{([^}]*)\} from (".*");$/gm,
      (_found, names, from) => `const {${names.replaceAll(' as ', ': ')}} = require(${from});`,
    )
    .replace(/^export \{([^}]*)\};$/gm, (_found, names) => `Object.assign(exports, {${names}});`)
  return `exports.done = (async () => {\n${body}})();\n`
}

/** Prints, as JSON, what each example writes to the console and renders. */
function runner(names) {
  return `const util = require('node:util')
const { createElement } = require('react')
const { renderToStaticMarkup } = require('react-dom/server')
const RANDOM = /\\b[0-9a-f]{32,}\\b/g
const names = ${JSON.stringify(names)}
const props = ${PROPS}
const form = process.argv[2]
const loaded = (name) =>
  form === 'cjs' ? require('./' + name + '.cjs') : import('./' + name + '.mjs')
async function run(name) {
  const lines = []
  console.log = (...args) => lines.push(util.format(...args).replace(RANDOM, 'random'))
  const example = await loaded(name)
  await example.done
  for (const [key, value] of Object.entries(example)) {
    if (typeof value === 'function' && /^[A-Z]/.test(key))
      lines.push(renderToStaticMarkup(createElement(value, props)))
    else if (typeof value === 'function') lines.push(util.inspect(await value()))
    else if (key !== 'done') lines.push(util.inspect(value))
  }
  return lines.join('\\n')
}
async function main() {
  const shown = {}
  for (const name of names)
    shown[name] = await run(name).catch((error) => 'Error: ' + error.message)
  process.stdout.write(JSON.stringify(shown), () => process.exit(0))
}
void main()
`
}
