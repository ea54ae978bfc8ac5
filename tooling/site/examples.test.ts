import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesIn } from '../config/sourceFiles.mjs'
import { examplesOf, quoteFaults } from './examples.mjs'
import { codeBlocksOf } from './markdown.mjs'

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

const LANGUAGES = ['ts', 'tsx', 'css', 'html']

/** The files of an application that are its example, not its settings. */
const SHOWN = /^(?:index\.html|next\.config\.ts|(?:app|lib|server|shared|src)\/.*\.(?:tsx?|css))$/

describe('a recipe', () => {
  it.each([
    ['next', 'next-prices'],
    ['axios', 'axios-rest'],
    ['react-hook-form', 'vitest-order-form'],
    ['own-gateway', 'vite-login'],
  ])('%s shows every file of %s as it is', (recipe, app) => {
    const root = path.resolve(import.meta.dirname, '../..')
    const text = readFileSync(path.join(root, `docs/recipes/${recipe}.md`), 'utf8')
    const files = filesIn(path.join(root, 'examples', app))
      .filter((file) => SHOWN.test(file) && file !== 'src/clients.test.ts')
      .map((file) => `examples/${app}/${file}`)
    const blocks = codeBlocksOf(text, LANGUAGES).map((it: { code: string }) => it.code)
    const isShown = (file: string) => blocks.includes(readFileSync(path.join(root, file), 'utf8'))
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter((file) => !isShown(file))).toEqual([])
  })
})
