import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ui = path.resolve(import.meta.dirname, '../../packages/ui/src')

const sources = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(?:^|[\\/])demos[\\/]/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(ui, file), 'utf8') }))

it.each([
  ['an address of the gateway', /['"`]\/?v1\//],
  ['a request of its own', /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource)\s*\(/],
  [
    'the storage or the cookies of the page',
    /\b(?:localStorage|sessionStorage|indexedDB)\b|document\.cookie/,
  ],
])('no widget carries %s (spec 1.3)', (_what, pattern) => {
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([])
})

/** The modules below a folder, without tests. */
const modulesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(?:^|[\\/])testing[\\/]/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))

it('names in docs exactly the widgets that the app does without (spec 9)', () => {
  const manifest = JSON.parse(readFileSync(path.join(ui, '../package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, unknown>>
  }
  const widgets = Object.keys(manifest.exports).flatMap(
    (entry) => /^\.\/((?!testing)[a-z-]+)$/.exec(entry)?.[1] ?? [],
  )
  const app = modulesOf(path.resolve(ui, '../../../apps/web/src')).join('\n')
  const [, unused = ''] = readFileSync(
    path.resolve(ui, '../../../docs/reference/widgets-in-the-app.md'),
    'utf8',
  ).split('For users of the packages only:')
  const named = [...unused.matchAll(/\(`([a-z-]+)`\)/g)].map(([, name]) => name)
  expect(widgets.filter((name) => !app.includes(`'@x/ui/${name}'`)).toSorted()).toEqual(
    named.toSorted(),
  )
})
