import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { chromium, type Browser, type Page } from 'playwright'
import { compile } from 'tailwindcss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeBlocksOf } from '../site/markdown.mjs'
import { bundle, entryPoints } from './bundle.mjs'
import { entryModules, modulesReached, styleSheets } from './styles.mjs'

/**
 * The published sheets of `@x/ui` with the published class names, in a page of Chromium: each demo
 * keeps the look that it has with its own sheets alone, whatever else the page loads.
 */
const folder = path.resolve(import.meta.dirname, '../../packages/ui')
const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as object
const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
const installed = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(name), 'utf8')
const preflight = installed('tailwindcss/preflight.css')
const hostile = read('testing/hostileReset.css')

const common = {
  ...bundle(folder),
  write: false,
  sourcemap: false,
  metafile: true,
  conditions: ['x-source'],
} as const

interface Demo {
  readonly name: string
  /** The sheets of the entries that it uses. */
  readonly own: readonly string[]
}

let browser: Browser
let page: Page
let sheets: Readonly<Record<string, string>>
let demos: readonly Demo[]
let entries: readonly string[]
/** The sheet of an app that follows the recipe for Tailwind. */
let tailwind: string

beforeAll(async () => {
  const published = await build({ ...common, entryPoints: entryPoints(manifest) })
  sheets = styleSheets({ folder, metafile: published.metafile })
  entries = Object.keys(sheets).filter(
    (name) => !/^(tokens|base|reset|styles|styles\.unlayered)\.css$/.test(name),
  )
  tailwind = await compileRecipe()
  const shown = await build({
    ...common,
    packages: 'bundle',
    platform: 'browser',
    jsx: 'automatic',
    splitting: false,
    minifySyntax: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    entryPoints: [path.join(import.meta.dirname, 'testing/stylePage.tsx')],
    entryNames: 'page',
  })
  const widgets = entryModules({ metafile: published.metafile })
  demos = Object.keys(shown.metafile.inputs).flatMap((file) => {
    const [, widget, name] = /^src\/([\w-]+)\/demos\/(\w+)\.tsx$/.exec(file) ?? []
    const needed = modulesReached({ metafile: shown.metafile, file })
    return name ? [{ name: `${widget}/${name}`, own: sheetsOf({ needed, widgets }) }] : []
  })
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_SHELL'] ?? process.env['CHROMIUM_PATH'],
    args: ['--no-sandbox'],
  })
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  const script = shown.outputFiles.find((file) => file.path.endsWith('page.js'))?.text ?? ''
  await page.route('**', (route) =>
    route.fulfill(
      new URL(route.request().url()).pathname === '/'
        ? { contentType: 'text/html', body: '<!doctype html><html data-theme="dark"><body>' }
        : { status: 404 },
    ),
  )
  await page.goto('http://styles.test/')
  await page.addScriptTag({ content: script, type: 'module' })
  await page.waitForFunction(() => 'show' in window)
})
afterAll(() => browser.close())

/** What Tailwind makes of the style sheet in its recipe, with the classes that this file uses. */
async function compileRecipe(): Promise<string> {
  const recipe = read('../../docs/recipes/tailwind.md')
  const blocks: readonly { readonly code: string }[] = codeBlocksOf(recipe, ['css'])
  const { build: write } = await compile(blocks.map(({ code }) => code).join('\n'), {
    loadStylesheet: async (name, base) => ({
      path: name,
      base,
      content: name === '@x/ui/styles.css' ? sheet('styles.css') : installed(`${name}/index.css`),
    }),
  })
  return write([...UTILITIES])
}

/** Those of the recipe's example, and of the tokens as utilities. */
const UTILITIES = ['mt-4', 'w-full', 'text-up', 'dark:bg-surface']

interface EntryModules {
  readonly entry: string
  readonly files: ReadonlySet<string>
}

/** The sheets that style these modules and as little else as there can be. */
function sheetsOf(options: {
  readonly needed: ReadonlySet<string>
  readonly widgets: readonly EntryModules[]
}): readonly string[] {
  const { needed, widgets } = options
  const extra = ({ files }: EntryModules) => [...files].filter((file) => !needed.has(file)).length
  const missing = new Set(needed)
  const chosen: string[] = []
  for (const { entry, files } of widgets.toSorted((one, other) => extra(one) - extra(other))) {
    if (!missing.values().some((file) => files.has(file))) continue
    for (const file of files) missing.delete(file)
    chosen.push(`${entry}.css`)
  }
  return chosen
}

/** A demo at rest or with an open popup. */
type State = readonly [demo: string, open?: () => Promise<unknown>, popup?: string]

const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
const pick = (name: string) => () => page.getByRole('combobox', { name, exact: true }).click()
const openCalendar = () => page.locator('[data-x-part=date-box] [aria-haspopup]').first().click()

const opened: readonly State[] = [
  ['dialog/DialogDemo', press('Withdraw…'), '[role=dialog]'],
  ['message-dialog/Messages', press('Prompt'), '[role=alertdialog]'],
  ['drawer/Drawers', press('btt'), '[role=dialog]'],
  ['popover/PopoverDemo', press('Filter'), '[role=dialog]'],
  ['menu/MenuDemo', press('Account'), '[role=menu]'],
  ['toast/Toasts', press('error'), '[data-toast]'],
  ['select/Selects', pick('Order type'), '[role=listbox]'],
  ['select/MultiSelects', pick('Coins'), '[role=listbox]'],
  ['action-sheet/Sheets', press('Accounts'), '[role=dialog]'],
  ['date-picker/DatePickers', openCalendar, '[data-x-part=calendar]'],
  ['date-range/DateRanges', openCalendar, '[data-x-part=calendar]'],
  ['mobile-calendar/MobileCalendars', press('range'), '[data-x-part=month-list]'],
  ['notification/Notifications', press('error'), '[data-x-part=notification]'],
  [
    'tooltip/TooltipDemo',
    () => page.getByRole('button', { name: 'Fee' }).hover(),
    '[role=tooltip]',
  ],
]

/** Shows a demo with its own sheets alone, and remembers its look. */
async function showAlone([name, open, popup]: State): Promise<readonly string[]> {
  const own = demos.find((demo) => demo.name === name)?.own ?? []
  await page.evaluate((style) => window.setStyles(style), ['tokens.css', ...own].map(sheet))
  await page.mouse.move(1279, 0)
  await page.evaluate((demo) => window.show(demo), name)
  await open?.()
  if (popup !== undefined) await page.locator(popup).first().waitFor()
  await page.evaluate(() => window.remember())
  return own
}

const sheet = (name: string) => sheets[name] ?? ''
interface Comparison {
  readonly place: string
  readonly styles: readonly string[]
  readonly page: 'same' | 'scaled' | 'other'
}

/**
 * What looks different from what `showAlone` has remembered, under each set of sheets. All in one
 * task of the page: a frame between two would let a table measure itself for the earlier one.
 */
const differences = (comparisons: readonly Comparison[]) =>
  page.evaluate(
    (list) => list.map(({ styles, page: host }) => window.compare(styles, host)),
    comparisons,
  )

/** Sheets of a host application beside ours. */
const TYPE =
  'body { font: italic 700 19px/2.2 serif; color: red; letter-spacing: 1px; text-align: center;' +
  ' text-transform: uppercase; word-spacing: 3px; white-space: pre }'
const hosts: readonly (readonly [string, () => readonly string[]])[] = [
  ['our own page reset', () => [sheet('reset.css'), sheet('styles.css')]],
  ['a root font size of 10 px', () => ['html { font-size: 10px }', sheet('styles.css')]],
  ['a root font size of 20 px', () => ['html { font-size: 20px }', sheet('styles.css')]],
  ['Tailwind, built as its recipe says', () => [tailwind]],
  [
    'a hostile reset in a layer',
    () => ['@layer reset, x;', sheet('styles.css'), `@layer reset { ${hostile} ${TYPE} }`],
  ],
  [
    'an unlayered preflight after the sheet without layers',
    () => [sheet('styles.unlayered.css'), preflight],
  ],
  [
    'a hostile unlayered reset after the sheet without layers',
    () => [sheet('styles.unlayered.css'), hostile, TYPE],
  ],
]

it('shows every style module in a demo', () => {
  const layersOf = (name: string) => sheet(name).match(/@layer x\.widgets\.[\w-]+(?=\{)/g) ?? []
  const shown = new Set(demos.flatMap(({ own }) => own).flatMap(layersOf))
  expect(layersOf('styles.css').filter((layer) => !shown.has(layer))).toEqual([])
  expect(demos.length).toBeGreaterThan(38)
})

it('begins each sheet with the same layers and repeats equal rules', () => {
  const rules = new Map<string, string>()
  for (const name of ['tokens.css', 'base.css', 'reset.css', 'styles.css', ...entries]) {
    const [list = '', ...blocks] = sheet(name)
      .trim()
      .split(/(?=@layer x\.)/)
    expect(`${list};`).toContain('@layer x.tokens,x.reset,x.base,x.widgets.')
    for (const block of blocks) {
      const layer = block.slice(0, block.indexOf('{'))
      expect(block).toBe(rules.get(layer) ?? block)
      rules.set(layer, block)
    }
  }
})

it('prefixes every class and animation', () => {
  const all = sheet('styles.unlayered.css')
  const names = [...all.matchAll(/\.(?!\d)([\w-]+)/g)].map(([, name]) => name ?? '')
  const known = /^(lucide-[\w-]+|x-[\w-]+)$/
  expect(names.filter((name) => !known.test(name))).toEqual([])
  const animations = [...all.matchAll(/@keyframes ([\w-]+)/g)].map(([, name]) => name ?? '')
  expect(animations.filter((name) => !name.startsWith('x-'))).toEqual([])
})

it('is as large as the README of the widgets says', () => {
  const readme = read('../../packages/ui/README.md')
  const [, said] = /one with everything, ([\d.]+) KB after compression/.exec(readme) ?? []
  expect(brotliCompressSync(sheet('styles.css')).length / 1000).toBeCloseTo(Number(said), 0)
})

it('lets utilities of Tailwind override a widget, as its recipe says', async () => {
  await page.evaluate((css) => window.setStyles([css]), tailwind)
  await page.evaluate(() => window.show('button/Buttons'))
  const found = await page.evaluate((classes) => {
    const button = document.querySelector<HTMLElement>('button.x-ui')
    if (!button) throw new Error('no button')
    const home = document.createElement('div')
    home.style.cssText = 'width: 300px; color: var(--x-up); background-color: var(--x-surface-1)'
    button.before(home)
    home.append(button)
    button.style.transition = 'none'
    button.classList.add(...classes)
    const { marginTop, width, color, backgroundColor } = getComputedStyle(button)
    const wanted = getComputedStyle(home)
    return [
      { marginTop, width, color, backgroundColor },
      {
        marginTop: '16px',
        width: '300px',
        color: wanted.color,
        backgroundColor: wanted.backgroundColor,
      },
    ]
  }, UTILITIES)
  expect(found[0]).toEqual(found[1])
})

/** Further orders, mixed: one in `npm test`, many in the nightly run, which draws their seed. */
const MIXED = Number(process.env['STYLE_ORDERS'] ?? 1)
let seed = Number(process.env['PROPERTY_SEED'] ?? 20_261_124)

function mixed(names: readonly string[]): readonly string[] {
  const left = [...names]
  return names.flatMap(() => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return left.splice(seed % left.length, 1)
  })
}

/** The sheets in several orders: the widget's own first, last, in the middle, and mixed. */
function ordersOf(own: readonly string[]): readonly (readonly string[])[] {
  const others = entries.filter((name) => !own.includes(name))
  return [
    ['tokens.css', ...own, ...others],
    [...others, ...own, 'tokens.css'],
    [...own, ...others].reverse().concat('tokens.css'),
    ['styles.css'],
    ['button.css', 'styles.css', ...own],
    ...Array.from({ length: MIXED }, () => mixed(['tokens.css', ...entries])),
  ]
}

describe('the look of each widget', () => {
  const found = new Map<string, string[]>()

  beforeAll(async () => {
    for (const state of [...demos.map(({ name }): State => [name]), ...opened]) {
      const own = await showAlone(state)
      const comparisons = [
        ...ordersOf(own).map((order): Comparison => ({
          place: 'orders',
          styles: order.map(sheet),
          page: 'same',
        })),
        // One scaled page finds every size that follows the page's.
        ...hosts.map(([place, styles]): Comparison => ({
          place,
          styles: styles(),
          page: place.includes('20 px') ? 'scaled' : 'other',
        })),
      ]
      const results = await differences(comparisons)
      for (const [index, { place }] of comparisons.entries()) {
        const lines = results[index] ?? ['was not compared']
        found.set(place, [
          ...(found.get(place) ?? []),
          ...lines.map((line) => `${state[0]} ${line}`),
        ])
      }
    }
  })

  it('stays the same in each order of imports that it tries', () => {
    expect(found.get('orders')).toEqual([])
  })

  it.each(hosts)('stays the same beside %s', (host) => {
    expect(found.get(host)).toEqual([])
  })
})
