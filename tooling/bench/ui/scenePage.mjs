// One scene in a Chromium of its own, and the CPU time of its main thread.
import { createServer } from 'node:http'
import path from 'node:path'
import { build } from 'esbuild'
import { chromium } from 'playwright'
import { findChromium } from '../../bootstrap/chromium.mjs'
import { peersFolder } from '../peers.mjs'

const root = path.resolve(import.meta.dirname, '../../..')
const modules = path.join(peersFolder, 'node_modules')
/** One React for all scenes, so that all use the same version. */
const ONE_REACT = {
  react: path.join(modules, 'react'),
  'react-dom': path.join(modules, 'react-dom'),
}
/** Resolves the widgets to their sources from any folder. */
const widgets = {
  name: 'widgets',
  setup: (built) =>
    built.onResolve({ filter: /^@x\/ui\// }, ({ path: name, kind, pluginData }) =>
      pluginData === 'asked'
        ? undefined
        : built.resolve(name, {
            kind,
            resolveDir: path.join(root, 'packages/ui/src'),
            pluginData: 'asked',
          }),
    ),
}

/** @param {{ file?: string, code?: string }} entry */
export async function bundleScene({ file, code }) {
  const { outputFiles, metafile } = await build({
    ...(file
      ? { entryPoints: [{ in: path.join(import.meta.dirname, 'scenes', file), out: 'scene' }] }
      : {
          stdin: { contents: code, resolveDir: import.meta.dirname, loader: 'jsx' },
          entryNames: 'scene',
        }),
    absWorkingDir: root,
    outdir: 'out',
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
    conditions: ['x-source', 'import', 'module'],
    jsx: 'automatic',
    alias: ONE_REACT,
    plugins: [widgets],
    nodePaths: [modules],
    loader: { '.module.css': 'local-css', '.css': 'css', '.woff2': 'empty', '.svg': 'dataurl' },
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    logLevel: 'silent',
  })
  const fetched = reachable(metafile)
  return outputFiles
    .map((one) => ({
      name: path.relative(path.join(root, 'out'), one.path),
      contents: one.contents,
    }))
    .filter(({ name }) => !name.endsWith('.js') || fetched.has(`out/${name}`))
}

/**
 * What the entry imports, now or later. A chunk whose only import was removed as unused is written
 * but never fetched.
 */
function reachable({ outputs }) {
  const found = new Set(Object.keys(outputs).filter((name) => name.endsWith('/scene.js')))
  for (const name of found)
    for (const next of outputs[name]?.imports ?? []) if (!next.external) found.add(next.path)
  return found
}

const bundled = new Map()

export async function openScene(file) {
  if (!bundled.has(file)) bundled.set(file, bundleScene({ file }))
  const files = await bundled.get(file)
  const html =
    '<!doctype html><html data-theme=light><meta charset=utf-8><title>bench</title><link ' +
    'rel=icon href="data:,"><link rel=stylesheet href=/scene.css><body><main></main><script ' +
    'type=module src=/scene.js></script>'
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1)
    if (name === '') return void response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    const found = files.find((one) => one.name === name)
    response
      .writeHead(found ? 200 : 404, {
        'content-type': name.endsWith('.css') ? 'text/css' : 'text/javascript',
      })
      .end(found?.contents ?? '')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Code that is unused for some collections is discarded and compiled again in the
  // middle of a measurement.
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--js-flags=--expose-gc --no-flush-bytecode',
    ],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const faults = []
  page.on('pageerror', (error) => faults.push(error))
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(`http://127.0.0.1:${server.address().port}`)
  await page
    .waitForFunction(() => 'scene' in globalThis, undefined, { timeout: 60_000 })
    .catch((cause) => {
      throw faults[0] ?? cause
    })
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const rest = () =>
    page.evaluate(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 30))),
        ),
    )
  /**
   * CPU milliseconds of the main thread for work that starts outside the page, by a key or the
   * mouse.
   */
  const cpuOutside = async (work) => {
    await page.evaluate(() => globalThis.gc?.())
    const before = await busy()
    await work()
    await rest()
    return (await busy()) - before
  }
  return {
    page,
    faults,
    cpuOutside,
    /** The same for work that starts in the page. */
    cpu: (work, argument) => cpuOutside(() => page.evaluate(work, argument)),
    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
