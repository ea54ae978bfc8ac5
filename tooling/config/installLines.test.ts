import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { codeBlocksOf } from '../site/markdown.mjs'
import { filesIn } from './sourceFiles.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** What an app has before it reads on: React's packages, and what the platform brings. */
const PRESENT = /^(?:node:|\.|react(?:-dom)?(?:\/|$)|next(?:\/|$))/

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

const importsOf = (text: string) =>
  codeBlocksOf(text, ['ts', 'tsx', 'js'])
    .flatMap(({ code }: { code: string }) => [...code.matchAll(/(?:from|^import) '([^']+)'/gm)])
    .map(([, specifier = '']: readonly string[]) => specifier)
    .filter((specifier: string) => !PRESENT.test(specifier))
    .map(packageOf)

const installsOf = (text: string) =>
  [...text.matchAll(/^npm install(?: --save-dev)? (.+)$/gm)].flatMap(([, names = '']) =>
    names.replace(/[#,]/g, ' ').split(/\s+/),
  )

/** The pages that a reader installs from; a widget's page comes after the one of `@x/ui`. */
const pages = filesIn(root).filter((file) =>
  /^(?:packages\/[^/]+\/(?:src\/[^/]+\/)?README\.md|docs\/recipes\/.*\.md)$/.test(file),
)

it.each(pages)('names in its install lines what %s imports', (file) => {
  const [text, first] = [read(file), read(file.replace(/\/src\/.*/, '/README.md'))]
  const installed = new Set([...installsOf(text), ...installsOf(first)])
  const missing = importsOf(text).filter((name: string) => !installed.has(name))
  expect([...new Set(missing)]).toEqual([])
})

it('finds many pages', () => {
  expect(pages.length).toBeGreaterThan(60)
})
