import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Reads the clock, chance or the page without being handed them. */
const GLOBALS =
  /(?<![\w.'"`$-])(window|document|navigator|localStorage|sessionStorage|indexedDB)(?=[.[?])|(?<![\w.])(Date\.now|Math\.random|performance\.now|crypto\.getRandomValues)\b|(?<![\w.])(setTimeout|setInterval|requestAnimationFrame)\(/

/**
 * Where they are allowed: a package's `browser.ts`, its React bindings, storage's drivers,
 * gateway-sign's WebCrypto file, widgets, tests and the fakes for tests.
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

export function globalFaults(root) {
  const packages = path.join(root, 'packages')
  return readdirSync(packages, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/src\/.*\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => path.join(packages, file))
    .filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))
    .flatMap((file) => faultsOf(file, root))
}

function faultsOf(file, root) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line, index) => ({ code: line.replace(/\/\/.*$|^\s*\*.*$|\/\*.*\*\//, ''), index }))
    .filter(({ code }) => GLOBALS.test(code))
    .map(
      ({ code, index }) =>
        `${path.relative(root, file)}:${index + 1}: a global where a port belongs: ${code.trim().slice(0, 100)}`,
    )
}
