// `node tooling/react-compiler/main.mjs` runs every browser and server test of the widgets with the
// widgets compiled by the React Compiler. `… report` only prints what the compiler compiles and
// what it leaves unchanged; names of test files select a part of the run.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../bootstrap/chromium.mjs'
import { installOnDemand } from '../bootstrap/onDemand.mjs'
import { Plain } from '../bootstrap/progress.mjs'
import { root, run } from '../bootstrap/run.mjs'
import { compile, isWidget, WIDGETS } from './compilerPlugin.mjs'

const folder = import.meta.dirname

/** Every component and hook of the widgets with the compiler's verdict. */
function verdicts() {
  const found = []
  for (const name of readdirSync(WIDGETS, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(WIDGETS, name)
    if (isWidget(file) && !name.includes('generated'))
      compile(readFileSync(file, 'utf8'), { file, report: (verdict) => found.push(verdict) })
  }
  return found
}

function report() {
  const all = verdicts()
  const left = all.filter(({ outcome }) => outcome === 'left')
  for (const { file, line, reason } of left) console.log(`${file}:${line}  ${reason}`)
  const places = new Set(left.map(({ file, line }) => `${file}:${line}`)).size
  console.log(
    `The React Compiler compiles ${all.length - left.length} components and hooks of the ` +
      `widgets and leaves ${places} as written.`,
  )
}

async function main([first, ...rest]) {
  await installOnDemand(folder)
  report()
  if (first === 'report') return
  const files = [
    'tooling/react-compiler/compiled.test.ts',
    ...(first === undefined ? ['packages/ui/src'] : [first, ...rest]),
  ]
  await run(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--config', path.join(folder, 'vitest.config.ts'), '--silent=passed-only', ...files],
    { env: { CHROMIUM_PATH: await findChromium() } },
  )
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Plain ? error.message : error)
  process.exitCode = 1
}
