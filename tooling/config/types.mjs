import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { citationsLeft, withoutCitations } from './publicComments.mjs'

const tsc = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsc')

/**
 * Writes `dist/<entry>.d.ts` and `.d.cts`, each over a tree of declarations whose imports name
 * files of its own kind.
 */
export function emitTypes({ folder, entries }) {
  const tree = path.join(folder, 'dist/types')
  const project = path.join(folder, 'dist/tsconfig.types.json')
  mkdirSync(tree, { recursive: true })
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../tsconfig.json',
      // Other packages are read from their `dist`, as a user of the package reads them.
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: '../src',
        outDir: './types',
        customConditions: [],
      },
      include: ['../src/**/*.d.ts', ...Object.values(entries).map((file) => path.join('..', file))],
      exclude: [],
    }),
  )
  execFileSync(tsc, ['-p', project], { stdio: 'inherit', cwd: folder })
  rmSync(project)
  for (const file of declarations(tree)) {
    const [cited] = citationsLeft(readFileSync(file, 'utf8'))
    if (cited) throw new Error(`Cite rules in parentheses, which users do not see: ${cited}`)
    const text = withoutCitations(readFileSync(file, 'utf8'))
    writeFileSync(file, withExtension(text, 'js'))
    writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), withExtension(text, 'cjs'))
  }
  for (const [name, source] of Object.entries(entries)) {
    const target = `./types/${path
      .relative(path.join(folder, 'src'), path.join(folder, source))
      .replaceAll(path.sep, '/')
      .replace(/\.tsx?$/, '')}`
    if (!existsSync(path.join(folder, 'dist', `${target}.d.ts`)))
      throw new Error(`No declarations came out for ${source}`)
    writeFileSync(path.join(folder, `dist/${name}.d.ts`), `export * from '${target}.js'\n`)
    writeFileSync(path.join(folder, `dist/${name}.d.cts`), `export * from '${target}.cjs'\n`)
  }
}

function declarations(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => path.join(folder, file))
}

/**
 * Relative specifiers end in `.ts` in the sources; a consumer's compiler needs the extension of
 * the emitted file.
 */
function withExtension(text, extension) {
  return text
    .replace(/((?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+?)\.tsx?(['"])/g, `$1$2.${extension}$3`)
    .replace(/^import ['"][^'"]+\.css['"];?\n/gm, '')
}
