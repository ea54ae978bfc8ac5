import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { examplesOf, quoteFaults } from './examples.mjs'

const FILE = 'examples/vite-login/shared/wire.ts'
const code = readFileSync(path.resolve(import.meta.dirname, '../..', FILE), 'utf8')
const block = (name: string, text: string) => `\`${name}\`:\n\n\`\`\`ts\n${text}\`\`\`\n`
const page = (text: string) => [
  { source: 'docs/recipes/next.md', url: '/recipes/next', title: 'A', text },
]

describe('quoteFaults', () => {
  it('accepts a block that is the file of an example', () => {
    expect(quoteFaults(page(block(FILE, code)))).toEqual([])
  })

  it('names a block that is older than its file', () => {
    expect(quoteFaults(page(`# A\n\n${block(FILE, 'const old = 1\n')}`))).toEqual([
      `docs/recipes/next.md:6 is not what ${FILE} says`,
    ])
  })

  it('names a block of a file that is gone', () => {
    const gone = 'examples/vite-login/server/gone.ts'
    expect(quoteFaults(page(block(gone, code)))).toHaveLength(1)
  })
})

describe('examplesOf', () => {
  it('compiles blocks of documents, but none that an example has', () => {
    const own = block('app/page.ts', "import 'a'\n")
    expect(examplesOf(page(own + block(FILE, code)))).toEqual([
      {
        file: 'docs_recipes_next/page.ts',
        code: "import 'a'\n",
        from: 'docs/recipes/next.md:4',
      },
    ])
  })
})
