import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { apiReport, readDeclarations, unbuilt } from './apiReport.mjs'

const work = mkdtempSync(path.join(os.tmpdir(), 'x-api-report-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** A built package with one entry, whose declarations are the given text. */
function built(name: string, text?: string) {
  const folder = path.join(work, name)
  mkdirSync(path.join(folder, 'dist'), { recursive: true })
  if (text !== undefined) writeFileSync(path.join(folder, 'dist/index.d.ts'), text)
  const exports = { '.': { import: { types: './dist/index.d.ts' } } }
  const manifest = { name: `@x/${name}`, type: 'module', exports, publishConfig: { exports } }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
  return { folder, manifest }
}

const lamp = built(
  'lamp',
  'interface Bulb {\n    on: boolean;\n}\nexport declare const lamp: Bulb;\nexport {};',
)
const moth = built(
  'moth',
  'interface Bulb {\n    dark: 1;\n}\nexport declare function fly(): Bulb;\nexport {};',
)

it('reports what is exported and what that names', () => {
  expect(apiReport(lamp)).toContain('## @x/lamp\n\n```ts\nconst lamp: Bulb;\n```\n')
  expect(apiReport(lamp)).toContain('not exported\n\n```ts\ninterface Bulb {\n    on: boolean;\n}')
})

it('reports the same of a package read together with others', () => {
  const program = readDeclarations([lamp, moth])
  for (const entry of [lamp, moth]) expect(apiReport(entry, program)).toBe(apiReport(entry))
})

it('names the declarations that a build has not written', () => {
  expect(() => apiReport(built('missing'))).toThrow(/missing\/dist\/index\.d\.ts is missing/)
})

it('names the declarations that export nothing', () => {
  expect(() => apiReport(built('empty', ''))).toThrow(/empty\/dist\/index\.d\.ts exports nothing/)
})

it('asks for the build of a package that has none', () => {
  const { manifest } = lamp
  expect(unbuilt({ folder: path.join(work, 'none'), manifest })).toEqual([
    '@x/lamp is not built: there is no dist. ' +
      'Build it first: npx turbo run build --filter=@x/lamp',
  ])
})
