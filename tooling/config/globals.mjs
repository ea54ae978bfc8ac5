import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

const anyOf = (...patterns) => new RegExp(patterns.map(({ source }) => source).join('|'))

/** Rule 6: reads the page, the clock or randomness without being handed them. */
const BROWSER_GLOBALS = anyOf(
  /(?<![\w.'"`$-])(?:window|document|navigator|localStorage|sessionStorage|indexedDB)(?=[.[?])/,
  /(?<![\w.])(?:Date\.now|Math\.random|performance\.now|crypto\.getRandomValues)\b/,
  /(?<![\w.])(?:setTimeout|setInterval|requestAnimationFrame)\(/,
)
/** Rule 8: the exchange gets time and randomness in its commands. */
const NONDETERMINISM = anyOf(
  /(?<![\w.])(?:Date\.now|Math\.random|performance\.now|process\.hrtime)\b|new Date\(\)/,
  /(?<![\w.])(?:randomBytes|randomUUID|getRandomValues|setTimeout|setInterval)\(/,
)

/**
 * Where browser globals are allowed: a package's `browser.ts`, its React bindings, storage's
 * drivers, gateway-sign's WebCrypto file, widgets, tests and the fakes for tests.
 */
const ALLOWED = [
  /\/src\/browser\.ts$/,
  /\/src\/react(\/|\.tsx?$)/,
  /\/src\/testing(\/|\.ts$)/,
  /\/src\/exports\/testing\.ts$/,
  /\/storage\/src\/drivers\//,
  /\/gateway-sign\/src\/.*webCrypto\w*\.ts$/,
  /\/gateway-sign\/src\/server\//,
  /\/locale\/src\/(cli|compiler)/,
  /\/packages\/ui\/src\//,
  /\.test\.tsx?$/,
]

/** The exchange's files that reach disk and database: a replay does not run them. */
const EXCHANGE_OUTPUT = /\/exchange\/(?:journal|ledger|snapshots|recovery)\/|\.test\.ts$/

/** @returns {string[]} `file:line: …` of each global where a port belongs. */
export function globalFaults(root) {
  const packageFiles = filesOf(path.join(root, 'packages'), /^[^/]+\/src\/.*\.tsx?$/).filter(
    (file) => !ALLOWED.some((pattern) => pattern.test(file)),
  )
  const exchangeFiles = filesOf(path.join(root, 'apps/gateway/src/exchange'), /\.ts$/).filter(
    (file) => !EXCHANGE_OUTPUT.test(file),
  )
  return [
    ...packageFiles.flatMap((file) => faultsOf(file, { root, pattern: BROWSER_GLOBALS })),
    ...exchangeFiles.flatMap((file) => faultsOf(file, { root, pattern: NONDETERMINISM })),
  ]
}

function filesOf(folder, pattern) {
  let names
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
  return names
    .filter((file) => pattern.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(folder, file))
}

function faultsOf(file, { root, pattern }) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ code: line.replace(/\/\/.*$|^\s*\*.*$|\/\*.*\*\//, ''), index }))
    .filter(({ code }) => pattern.test(code))
    .map(
      ({ code, index }) =>
        `${path.relative(root, file)}:${index + 1}: a global where a port belongs: ` +
        `${code.trim().slice(0, 100)}`,
    )
}
