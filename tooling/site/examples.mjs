// Compiles the examples of the documents against the sources of the packages: each block of
// TypeScript that imports something is a module.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Plain } from '../bootstrap/progress.mjs'
import { root, run } from '../bootstrap/run.mjs'
import { codeBlocksOf } from './markdown.mjs'
import { readPages, referenceEntries } from './sources.mjs'

const folder = path.join(import.meta.dirname, 'generated/examples')

/** What an application installs beside the packages, where the workspace has it. */
const OTHERS = {
  axios: 'packages/gateway-sign/node_modules/axios',
  express: 'packages/gateway-sign/node_modules/@types/express',
  'lucide-react': 'packages/ui/node_modules/lucide-react',
  'react-hook-form': 'packages/ui/node_modules/react-hook-form',
}

const SHOWN = /^(?:docs|packages|tooling\/site\/pages)\/.*\.md$/
const isModule = (code) => /^import /m.test(code)

/** The name in the line before a block, such as `` `app/page.tsx`: ``. */
function nameBefore(text, line) {
  const before = text.split('\n').slice(0, line - 2)
  return /`([\w./-]+\.(?:tsx?|css|html))`/.exec(
    before.findLast((one) => one.trim() !== '') ?? '',
  )?.[1]
}

/** Whether a block shows a file of an application of `examples/`, which has checks of its own. */
const isQuoted = (name) => /^examples\/[\w-]+\/./.test(name ?? '')

const blocksOf = ({ text }, languages = ['ts', 'tsx']) =>
  codeBlocksOf(text, languages).map((block) => ({
    ...block,
    name: nameBefore(text, block.line),
  }))

/**
 * The examples that are whole modules, with a file for each. A block after a line like
 * `` `app/page.tsx`: `` has that name, so that others of its document can import it.
 * @returns {{ file: string, code: string, from: string }[]}
 */
export function examplesOf(pages) {
  return pages
    .filter(({ source }) => SHOWN.test(source))
    .flatMap((page) => {
      const home = page.source.replace(/\.md$/, '').replaceAll('/', '_')
      return blocksOf(page)
        .filter(({ code, name }) => isModule(code) && !isQuoted(name))
        .map(({ language, code, line, name }, index) => {
          const file = name ? path.basename(name) : `example${index}.${language}`
          return { file: path.join(home, file), code, from: `${page.source}:${line}` }
        })
    })
}

/** Blocks that show a file of an example application and differ from it, as sentences. */
export function quoteFaults(pages) {
  return pages.flatMap((page) =>
    blocksOf(page, ['ts', 'tsx', 'css', 'html'])
      .filter(({ name }) => isQuoted(name))
      .filter(({ name, code }) => {
        const file = path.join(root, name)
        return !existsSync(file) || readFileSync(file, 'utf8') !== code
      })
      .map(({ name, line }) => `${page.source}:${line} is not what ${name} says`),
  )
}

/** @throws Plain with what the compiler says. @returns the number of examples */
export async function checkExamples() {
  const examples = examplesOf(readPages())
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { file, code, from } of examples) {
    const full = path.join(folder, file)
    mkdirSync(path.dirname(full), { recursive: true })
    writeFileSync(full, `${code}export {} // ${from}\n`)
  }
  writeFileSync(path.join(folder, 'css.d.ts'), "declare module '*.css'\n")
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(configuration()))
  try {
    await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', folder], { quiet: true })
  } catch {
    throw new Plain('The examples of the documents do not compile.')
  }
  return examples.length
}

const configuration = () => ({
  extends: path.join(root, 'tsconfig.base.json'),
  compilerOptions: {
    noUnusedLocals: false,
    noUnusedParameters: false,
    paths: {
      ...Object.fromEntries(referenceEntries().map(({ specifier, file }) => [specifier, [file]])),
      ...Object.fromEntries(
        Object.entries(OTHERS).map(([name, place]) => [name, [path.join(root, place)]]),
      ),
    },
    typeRoots: [path.join(root, 'node_modules/@types')],
  },
  include: ['.'],
})
