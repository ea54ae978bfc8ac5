import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeServiceWorker } from './serviceWorker.mjs'

let built = ''
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(built, file)), { recursive: true })
  writeFileSync(path.join(built, file), text)
}
const written = () => {
  writeServiceWorker(built)
  return readFileSync(path.join(built, 'serviceWorker.js'), 'utf8')
}

beforeEach(() => (built = mkdtempSync(path.join(os.tmpdir(), 'x-site-'))))
afterEach(() => rmSync(built, { recursive: true, force: true }))

it('stores pages by the paths that links use', () => {
  for (const file of ['index.html', 'api/index.html', 'support.html', 'assets/a.1.js'])
    write(file, file)
  write('assets/chunks/katex.1.js', 'unused')
  expect(written()).toContain('["/api/","/assets/a.1.js","/","/support"]')
})

it('gets a new version when a page changes', () => {
  write('index.html', 'one')
  const before = written()
  expect(written()).toBe(before)
  write('index.html', 'two')
  expect(written()).not.toBe(before)
})
