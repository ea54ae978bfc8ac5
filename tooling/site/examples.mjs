// Compiles the examples of the documents against the sources of the packages: each block of
// TypeScript that imports something is a module.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
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

/**
 * The examples that are whole modules, with a file for each. A block after a line like
 * `` `app/page.tsx`: `` has that name, so that others of its document can import it.
 * @returns {{ file: string, code: string, from: string }[]}
 */
export function examplesOf(pages) {
  return pages
    .filter(({ source }) => SHOWN.test(source))
    .flatMap(({ source, text }) => {
      const lines = text.split('\n')
      const home = source.replace(/\.md$/, '').replaceAll('/', '_')
      return codeBlocksOf(text, ['ts', 'tsx'])
        .filter(({ code }) => isModule(code))
        .map(({ language, code, line }, index) => {
          const before = lines.slice(0, line - 2).findLast((one) => one.trim() !== '') ?? ''
          const [, name] = /`([\w./-]+\.tsx?)`/.exec(before) ?? []
          const file = name ? path.basename(name) : `example${index}.${language}`
          return { file: path.join(home, file), code, from: `${source}:${line}` }
        })
    })
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
