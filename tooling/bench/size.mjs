// What one import costs a page: bundled, minified, brotli; chunks that load later are not counted.
import { brotliCompressSync } from 'node:zlib'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')
const KB = 1024

/** The bars of the quality page. `external` names what another bar counts. */
const BARS = [
  { what: '@x/gateway-sign', folder: 'gateway-sign', code: "export { createGatewaySign } from '@x/gateway-sign'", bar: 6 },
  { what: '@x/request without axios', folder: 'request', code: "export { createRequestClient } from '@x/request'", bar: 5, external: ['axios'] },
  { what: '@x/request with axios', folder: 'request', code: "export * from '@x/request'; export * from '@x/request/axios'", bar: 26 },
  { what: '@x/device-id', folder: 'device-id', code: "export { createDeviceId } from '@x/device-id'", bar: 4 },
  { what: '@x/captcha', folder: 'captcha', code: "export { createCaptcha } from '@x/captcha'", bar: 3 },
  { what: '@x/referral', folder: 'referral', code: "export { createReferral } from '@x/referral'", bar: 1.5 },
  { what: '@x/sanitize', folder: 'sanitize', code: "export { createSanitizer } from '@x/sanitize'", bar: 4 },
  { what: '@x/locale core', folder: 'locale', code: "export * from '@x/locale'", bar: 4 },
  { what: '@x/ui Button', folder: 'ui', code: "export { Button } from '@x/ui/button'", bar: 4, external: ['react', 'react-dom'] },
]

export async function bench() {
  const rows = []
  for (const { what, folder, code, bar, external = [] } of BARS) {
    const bytes = await firstLoad({ folder, code, external })
    rows.push({ what, measured: `${(bytes / KB).toFixed(2)} KB`, bar: `<= ${bar} KB`, holds: bytes <= bar * KB })
  }
  return rows
}

async function firstLoad({ folder, code, external }) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: path.join(root, 'packages', folder), loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['x-source', 'import'],
    loader: { '.css': 'empty' },
    outdir: 'out',
    write: false,
    metafile: true,
    external,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  })
  const entry = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === '<stdin>')?.[0]
  const wanted = staticClosure(metafile.outputs, entry)
  return outputFiles
    .filter((file) => wanted.has(path.relative(root, file.path)))
    .reduce((sum, file) => sum + brotliCompressSync(file.contents).length, 0)
}

function staticClosure(outputs, entry) {
  const seen = new Set()
  const queue = [entry]
  for (let name = queue.pop(); name; name = queue.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    for (const imported of outputs[name]?.imports ?? []) if (imported.kind === 'import-statement' && !imported.external) queue.push(imported.path)
  }
  return seen
}
