// Packs every package as it would be published and checks it as a user gets it: manifest
// rules, publint, attw, then an install of all packages outside the workspace by npm, from a
// registry of their tarballs, that is imported as ESM and required as CommonJS, and the quick apps
// of `examples/`, installed by pnpm, where a package reaches nothing that it does not depend on.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { publishedSizes } from '../bench/size.mjs'
import { docExamples } from './docExamples.mjs'
import { exportedEntries } from './entries.mjs'
import { installWithPnpm, QUICK_APPS, QUIET_INSTALL, testExampleApp } from './exampleApps.mjs'
import { manifestFaults } from './manifest.mjs'
import { publishablePackages } from './packages.mjs'
import { ownStrings } from './ownStrings.mjs'
import { readmeExamples } from './readmeExamples.mjs'
import { oldestTypeScript, TYPESCRIPT_FLOOR } from './oldestTypeScript.mjs'
import { reactServer } from './reactServer.mjs'
import { runExamples } from './runExamples.mjs'
import { servePackages } from './servePackages.mjs'

const execute = promisify(execFile)
const work = mkdtempSync(path.join(os.tmpdir(), 'x-release-'))

let served
let passed = 0
const faults = []
const note = (ok, sentence) => (ok ? passed++ : faults.push(sentence))

try {
  const packages = publishablePackages()
  for (const entry of packages) {
    const found = manifestFaults(entry)
    note(found.length === 0, found.join('\n'))
  }
  const tarballs = []
  for (const { folder, manifest } of packages) {
    const { stdout } = await execute('pnpm', ['pack', '--json', '--pack-destination', work], {
      cwd: folder,
    })
    const { filename } = JSON.parse(stdout)
    tarballs.push({ manifest, file: path.resolve(work, filename) })
  }
  served = await servePackages(tarballs)
  const { npmrc } = served
  // An install waits for disk and network, so another check runs beside it.
  await inTwoLanes([
    () => installAndUse({ tarballs, npmrc }),
    () => lint(tarballs),
    ...QUICK_APPS.map(
      (name) => () =>
        attempt(`examples/${name}`, () =>
          testExampleApp({ name, npmrc, work, install: installWithPnpm }),
        ),
    ),
  ])
} finally {
  await served?.stop()
  rmSync(work, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
console.log(`${passed} passed, ${faults.length} failed`)
process.exitCode = faults.length === 0 ? 0 : 1

async function inTwoLanes(tasks) {
  const queue = [...tasks]
  await Promise.all(
    [1, 2].map(async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await next()
    }),
  )
}

/** In a process of its own, which reads the compiler once and keeps this one free for its lanes. */
async function lint(tarballs) {
  await attempt('publint and attw', async () => {
    const files = tarballs.map(({ file }) => file)
    const script = path.join(import.meta.dirname, 'lintTarballs.mjs')
    const { stdout } = await execute('node', [script, ...files])
    const found = JSON.parse(stdout)
    for (const { file } of tarballs) {
      const { faults: said } = found.find((one) => one.file === file)
      note(said.length === 0, said.join('\n'))
    }
  })
}

async function installAndUse({ tarballs, npmrc }) {
  const manifestOf = (name) => tarballs.find(({ manifest }) => manifest.name === name).manifest
  const [ui, sign] = [manifestOf('@x/ui'), manifestOf('@x/gateway-sign')]
  const home = path.join(work, 'consumer')
  await execute('mkdir', ['-p', home])
  const dependencies = Object.fromEntries(
    tarballs.map(({ manifest }) => [manifest.name, manifest.version]),
  )
  writeFileSync(path.join(home, '.npmrc'), npmrc)
  writeFileSync(
    path.join(home, 'package.json'),
    JSON.stringify({
      name: 'consumer',
      private: true,
      dependencies: {
        ...dependencies,
        react: '19.3.1',
        'react-dom': '19.3.1',
        axios: '1.21.1',
        jsrsasign: '11.1.5',
        'react-hook-form': ui.devDependencies['react-hook-form'],
        '@types/express': sign.devDependencies['@types/express'],
        '@types/node': '24.19.2',
        '@types/react': '19.3.0',
        '@types/react-dom': '19.3.0',
        'typescript-floor': `npm:typescript@${TYPESCRIPT_FLOOR}`,
      },
    }),
  )
  const installed = await attempt('install of all packages', () =>
    execute('npm', ['install', ...QUIET_INSTALL], {
      cwd: home,
      env: npmEnvironment(),
    }),
  )
  if (!installed) return
  const specifiers = tarballs.flatMap(({ manifest }) =>
    exportedEntries(manifest).map((key) => path.posix.join(manifest.name, key)),
  )
  await attempt('ESM and CommonJS of every entry have the same names', () =>
    sameNames(home, specifiers),
  )
  await attempt(`TypeScript ${TYPESCRIPT_FLOOR} reads the declarations of every entry`, () =>
    oldestTypeScript(home, specifiers),
  )
  await attempt('server components load each entry without ‘use client’', () =>
    reactServer(home, specifiers),
  )
  await attempt('the examples show the same as ESM and as CommonJS', () => runExamples(home))
  await attempt('the sizes hold from the tarballs', () => holdSizes(home))
  await attempt('a blank app adds strings of its own', () => ownStrings(home))
  await attempt('the examples of the widgets’ READMEs type-check', () => readmeExamples(home))
  await attempt('the examples of the documents type-check', () => docExamples(home))
}

/** Loads every entry in both forms and compares the kinds of what they export. */
async function sameNames(home, specifiers) {
  const list = (keyword) =>
    `const kinds = {}; for (const name of ${JSON.stringify(specifiers)}) { const entry = ` +
    `${keyword}(name); kinds[name] = Object.keys(entry).filter((key) => key !== 'module.exports')` +
    `.sort().map((key) => key + ' ' + typeof entry[key]) } console.log(JSON.stringify(kinds))`
  writeFileSync(path.join(home, 'esm.mjs'), list('await import'))
  writeFileSync(path.join(home, 'cjs.cjs'), list('require'))
  const [esm, cjs] = await Promise.all(
    ['esm.mjs', 'cjs.cjs'].map(async (file) =>
      JSON.parse((await execute('node', [file], { cwd: home })).stdout),
    ),
  )
  for (const name of specifiers) {
    if (String(esm[name]) !== String(cjs[name]))
      throw new Error(`${name} exports ${esm[name]} as ESM, ${cjs[name]} as CommonJS`)
    if (esm[name].length === 0 && !name.includes('types')) throw new Error(`${name} has no exports`)
  }
}

async function holdSizes(home) {
  const missed = (await publishedSizes(home)).filter(({ holds }) => !holds)
  if (missed.length > 0)
    throw new Error(missed.map((row) => `${row.what}: ${row.measured}, not ${row.bar}`).join('\n'))
}

/** npm refuses settings that pnpm leaves in the environment. */
function npmEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(npm_(?!config_(registry|cafile|https?_proxy|noproxy|userconfig)$)|pnpm_)/i.test(name),
    ),
  )
}

async function attempt(name, run) {
  try {
    await run()
    note(true, name)
    return true
  } catch (error) {
    note(
      false,
      `${name}:\n${String(error.stdout ?? '')}${String(error.stderr ?? error)}`.slice(0, 4000),
    )
    return false
  }
}
