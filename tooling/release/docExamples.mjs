// The examples of the recipes, guides and READMEs as a user copies them: type-checked against the
// installed packages, not against their sources.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { examplesOf } from '../site/examples.mjs'
import { readPages } from '../site/sources.mjs'

const execute = promisify(execFile)
const tsc = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsc')

const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2023',
  lib: ['es2024', 'dom', 'dom.iterable'],
  jsx: 'react-jsx',
  types: ['node', 'react'],
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
}

/** @param {string} home a folder with the packages, React, axios, Express's types … installed */
export async function docExamples(home) {
  const folder = path.join(home, 'doc-examples')
  for (const { file, code, from } of examplesOf(readPages())) {
    const full = path.join(folder, file)
    mkdirSync(path.dirname(full), { recursive: true })
    writeFileSync(full, `${code}export {} // ${from}\n`)
  }
  writeFileSync(path.join(folder, 'css.d.ts'), "declare module '*.css'\n")
  const configuration = { compilerOptions: COMPILER_OPTIONS, include: ['.'] }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  await execute(tsc, ['-p', folder], { cwd: home })
}
