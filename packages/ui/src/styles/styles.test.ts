import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { WIDTHS_IN_SHEET } from '../data-table/cells.ts'
import { NOTIFICATION_GAP } from '../notification/toNotification.ts'
import { TOAST_GAP, TOAST_OFFSET } from '../toast/toToast.ts'
import { TOOLTIP_MAX_WIDTH } from '../tooltip/createTooltip.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.css'),
)
const text = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
/** Screen pixels that are not text, and prefixed properties. */
const SIDES = '(?:left|right|top|bottom)'
const physical = new RegExp(
  `(?<![\\w-])(?:${SIDES}|(?:margin|padding|border|inset)-${SIDES}|` +
    '(?:min-|max-)?(?:width|height)|text-align:\\s*(?:left|right))\\s*:',
)

const modules = sheets.filter((path) => path.endsWith('.module.css'))
const folderOf = (path: string) => path.slice(0, path.indexOf('/'))
/** `select/multiSelect.module.css` is the layer `multi-select`. */
const layerOf = (path: string) =>
  path
    .slice(path.indexOf('/') + 1, -'.module.css'.length)
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const layers = [...text('styles/tokens.css').matchAll(/x\.widgets\.([\w-]+)/g)].map(
  ([, name]) => name ?? '',
)

it('declares one layer for each module', () => {
  expect(layers.toSorted()).toEqual(modules.map(layerOf).sort())
})

it.each(modules)('%s keeps all rules in its layer', (path) => {
  expect(text(path)).toMatch(new RegExp(`^@layer x\\.widgets\\.${layerOf(path)} \\{\n[^]*\n\\}\n$`))
  expect(text(path).match(/@layer/g)).toHaveLength(1)
})

it('places the layer of a widget after those it is made of', () => {
  const places = (folder: string) =>
    modules.filter((path) => folderOf(path) === folder).map((path) => layers.indexOf(layerOf(path)))
  const wrong = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[\w-]+\/[\w-]+\.tsx?$/.test(path) && !path.includes('.test.'))
    .flatMap((path) =>
      [...text(path).matchAll(/'\.\.\/([\w-]+)\//g)].map(([, used = '']) => ({ path, used })),
    )
    .filter(({ path, used }) => !path.startsWith('testing/') && used !== folderOf(path))
    .filter(({ path, used }) => Math.max(...places(used)) > Math.min(...places(folderOf(path))))
  expect(wrong).toEqual([])
})

it.each(sheets)('%s uses logical properties only', (path) => {
  const lines = text(path)
    .split('\n')
    .filter((line) => !line.includes('@media') && physical.test(line))
  expect(lines).toEqual([])
})

it.each(modules)('%s needs no bundler features and defines every token', (path) => {
  const css = text(path)
  expect(css).not.toMatch(/composes|:global|:local|@import|@value/)
  const defined = new Set(
    [...(text('styles/tokens.css') + css).matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name),
  )
  const handedIn = new Set([
    '--trigger-width',
    '--x-dialog-width',
    '--x-drawer-size',
    '--x-slider-fill',
    '--x-fixed-start',
    '--x-fixed-end',
    '--x-columns-min',
    '--x-header-height',
    '--x-header-lines',
    '--x-field-edge',
    '--x-field-height',
    '--x-scroll-max',
    '--x-thumb-at',
    '--x-thumb-size',
    '--x-image-width',
    '--x-image-height',
    '--x-month-title',
    '--x-week-height',
    ...Array.from({ length: WIDTHS_IN_SHEET }, (_, at) => `--x-column-${at}`),
  ])
  const used = [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? '')
  expect(used.filter((name) => !defined.has(name) && !handedIn.has(name))).toEqual([])
})

it.each([
  [
    'U4.30 a toast',
    'toast/toast.module.css',
    [
      ['top', `inset-block-start: ${TOAST_OFFSET}px;`],
      ['list', `gap: ${TOAST_GAP}px;`],
    ],
  ],
  [
    'U5.29 a notification',
    'notification/notification.module.css',
    [
      ['list', `gap: ${NOTIFICATION_GAP}px;`],
      ['list', `padding: ${NOTIFICATION_GAP}px;`],
    ],
  ],
  [
    'U7.33 a tooltip',
    'tooltip/tooltip.module.css',
    [['tooltip', `max-inline-size: min(${TOOLTIP_MAX_WIDTH}px,`]],
  ],
] as const)('%s matches its constants', (_, path, measures) => {
  const css = text(path)
  for (const [name, measure] of measures) {
    const start = css.indexOf(`\n  .${name} {`)
    expect(css.slice(start, css.indexOf('}', start))).toContain(`\n    ${measure}`)
  }
})
