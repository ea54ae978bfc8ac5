import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { publishablePackages } from '../release/packages.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/reference/evidence.md'), 'utf8')
const rowOf = (name: string) => page.split('\n').find((line) => line.startsWith(`| [\`${name}\`]`))

it.each(publishablePackages().map(({ folder, manifest }) => [manifest.name as string, folder]))(
  'says of %s what shows that it works',
  (name, folder) => {
    const row = rowOf(name)
    expect(row).toBeDefined()
    const score = path.join(folder, 'mutation.json')
    if (!existsSync(score)) return
    const { score: percent, mutants } = JSON.parse(readFileSync(score, 'utf8')) as {
      readonly score: number
      readonly mutants: number
    }
    expect(row).toContain(`${percent} % of ${mutants.toLocaleString('en')} mutants noticed`)
  },
)
