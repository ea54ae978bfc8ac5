import { createHash } from 'node:crypto'
import path from 'node:path'
import { build, type Plugin } from 'vite'
import { refuseMissingPeers } from './refuseMissingPeers.ts'

const MODULE = 'virtual:crypto-script'
const ENTRY = path.resolve(
  import.meta.dirname,
  '../../../packages/gateway-sign/src/fallback/staticScript.ts',
)

/**
 * The cryptography for browsers whose own fails: one classic script beside the app's files, never
 * part of its modules. The page names it with its hash, so a changed file does not run.
 * `virtual:crypto-script` says where it is; while developing there is none.
 */
export function cryptoScript(): Plugin {
  let script:
    | { readonly text: string; readonly src: string; readonly integrity: string }
    | undefined
  return {
    name: 'crypto-script',
    async buildStart() {
      if (this.meta.watchMode || this.environment.mode !== 'build') return
      const text = await bundle()
      const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`
      const name = createHash('sha256').update(text).digest('base64url').slice(0, 8)
      script = { text, src: `/assets/crypto-${name}.js`, integrity }
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return
      const emitted = script ? { src: script.src, integrity: script.integrity } : null
      return `export default ${JSON.stringify(emitted)}`
    },
    generateBundle() {
      if (script)
        this.emitFile({ type: 'asset', fileName: script.src.slice(1), source: script.text })
    },
  }
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // The package has jsrsasign as an optional peer: it is this app's copy.
    root: path.resolve(import.meta.dirname, '..'),
    resolve: { conditions: ['x-source', 'browser', 'module'], dedupe: ['jsrsasign'] },
    plugins: [refuseMissingPeers()],
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: ENTRY, formats: ['iife'], name: 'xCrypto', fileName: 'crypto' },
      rolldownOptions: { external: ['crypto'], output: { globals: { crypto: 'undefined' } } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('The crypto script was not built')
  return output.output[0].code
}
