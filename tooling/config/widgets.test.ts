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
