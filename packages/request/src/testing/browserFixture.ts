/**
 * A page in a real Chromium with the client built from source, and a real server that records
 * requests.
 */
import { build } from 'esbuild'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import type { AxiosTransportOptions } from '../axios/createAxiosTransport.ts'
import type { RequestClient } from '../createRequestClient.ts'
import type { ServerClock } from '../createServerClock.ts'
import { startServer, type Answer, type ServerOptions } from './startServer.ts'

const executablePath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file && existsSync(file))

/** Runs in the page: a client whose signer records its inputs. */
const PAGE = `
  import {
    createRequestClient, createServerClock, isRequestError, standardMiddlewares,
  } from '../exports/index.ts'
  import { createAxiosTransport } from '../exports/axios.ts'
  import { createFetchTransport } from '../exports/fetch.ts'
  import { browserPorts } from '@x/kit/browser'
  const { clock, random } = browserPorts()
  globalThis.open_ = (options, kind = 'axios') => {
    const serverClock = createServerClock({ clock })
    const signed = []
    const gatewaySign = {
      prepareBody: async ({ body }) => body,
      async sign({ traceId, path, body }) {
        signed.push({ traceId, path, body })
        return { 'device-sign': 'c2ln' }
      },
    }
    const headers = {
      theme: () => 'dark', terminalCode: () => '0'.repeat(32), deviceLanguage: () => 'en-US',
      locale: () => 'en', languageTag: () => 'en', realm: () => 'live',
    }
    const pipeline = standardMiddlewares({
      clock, serverClock, random, presenter: { present() {} }, headers, languageType: () => 0,
      gatewaySign,
    })
    const create = kind === 'fetch' ? createFetchTransport : createAxiosTransport
    const transport = create(options)
    const client = createRequestClient({ transport, clock, random, serverClock, ...pipeline })
    return { client, signed, serverClock, isRequestError }
  }
`

/** Runs in a worker: sends the requests of each message by fetch and returns what was signed. */
const WORKER = `
  globalThis.XMLHttpRequest = undefined
  onmessage = async ({ data }) => {
    const { client, signed } = open_({}, 'fetch')
    const answers = await Promise.all(data.map((request) => client.request(request)))
    postMessage({ answers, signed })
  }
`

interface PageFixture {
  readonly client: RequestClient
  readonly signed: { traceId: string; path: string; body: string | null }[]
  readonly serverClock: ServerClock
}
declare global {
  var open_: (options?: AxiosTransportOptions, kind?: 'axios' | 'fetch') => PageFixture
}

/** Serves the page at `/`; `answer` handles every other request. */
export async function startBrowserFixture(answer: Answer, options?: ServerOptions) {
  const bundle = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    conditions: ['x-source'],
    write: false,
  })
  const script = bundle.outputFiles[0]?.text ?? ''
  const inline = script.replaceAll('</script', '<\\/script')
  const html = `<!doctype html><meta charset=utf-8><script>${inline}</script>`
  const serve: Answer = (request, response) => {
    if (request.url === '/')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    if (request.url === '/worker.js')
      return void response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(script + WORKER)
    answer(request, response)
  }
  const server = await startServer(serve, options)
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
  const page = await browser.newPage()
  return {
    page,
    server,
    /** Reloads the page and clears recorded requests. */
    async reset() {
      await page.goto(`${server.origin}/`)
      server.recorded.length = 0
    },
    async stop() {
      await browser.close()
      await server.stop()
    },
  }
}
