// The examples in the READMEs, as a user copies them: type-checked against the packed
// declarations, style sheets included, with Node's way to find modules. docExamples.mjs checks the
// bundlers' way.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const tsc = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsc')

/** @param {string} home a folder with the packages, React and its types installed */
export async function readmeExamples(home) {
  const folder = path.join(home, 'readme-examples')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'readme-examples', private: true, type: 'module' }),
  )
  const count = writeExamples(path.join(home, 'node_modules/@x/ui'), folder)
  if (count < 40)
    throw new Error(
      `The READMEs of the widgets have ${count} examples: some are not found any more`,
    )
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    noUncheckedSideEffectImports: true,
  }
  const project = path.join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }))
  await execute(tsc, ['-p', project], { cwd: home })
}

function writeExamples(ui, folder) {
  const widgets = readdirSync(path.join(ui, 'src')).map((widget) =>
    path.join('src', widget, 'README.md'),
  )
  const examples = [
    'README.md',
    ...widgets.filter((file) => existsSync(path.join(ui, file))),
  ].flatMap((file) => [
    ...readFileSync(path.join(ui, file), 'utf8').matchAll(/```(tsx?)\n([\s\S]*?)```/g),
  ])
  for (const [number, [, kind, code]] of examples.entries())
    writeFileSync(path.join(folder, `example${number}.${kind}`), code)
  return examples.length
}
