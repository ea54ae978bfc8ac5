import { build } from 'esbuild'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createSeededRandom } from '@x/kit/testing'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/**
 * Public attack vectors and seeded mutants of them, cleaned by both engines and put into a live
 * page of a real Chromium that has no content policy to help: nothing may run, nothing may be asked
 * of another host, nothing unlisted may be left over, and cleaning twice must change nothing. The
 * vectors are read from the recordings folder; without it a short list of our own stands in.
 */
const folder = path.resolve(
  import.meta.dirname,
  '../../..',
  process.env['RECORDINGS_DIR'] ?? '../shared/data',
  'xss',
)
// A real browser on a machine that has other work.
vi.setConfig({ testTimeout: 60_000 })
const MUTANTS = Number(process.env['XSS_MUTANTS'] ?? 2_000)
const OWN_LIST = [
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img ' +
    'src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="java&#9;script:alert(1)">x</a>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<details open ontoggle=alert(1)>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<table><td background="javascript:alert(1)">',
  '<base href="javascript:/a/+alert(1)//">',
  '<object data="javascript:alert(1)">',
  '<select><iframe></select><img src=x onerror=alert(1)>',
]

function readVectors(): readonly string[] {
  if (!existsSync(folder)) {
    console.info('No recorded vectors: a short list of our own stands in')
    return OWN_LIST
  }
  const lines = readdirSync(folder).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8').split('\n').filter(Boolean),
  )
  return [...OWN_LIST, ...lines.map((line) => (JSON.parse(line) as { payload: string }).payload)]
}

/** A seeded mutant: two vectors crossed, bent, wrapped or poked. */
function mutate(vectors: readonly string[], pick: (below: number) => number): string {
  const one = vectors[pick(vectors.length)] ?? ''
  const other = vectors[pick(vectors.length)] ?? ''
  const cut = pick(one.length + 1)
  const poke =
    ['\0', '\t', '\n', '<!--', '-->', '"', "'", '>', '<', '/', '&#x', ']]>', '\u2028', '=', '`'][
      pick(15)
    ] ?? ''
  const wrap =
    [
      'svg',
      'math',
      'style',
      'table',
      'select',
      'noscript',
      'p',
      'pre',
      'title',
      'textarea',
      'template',
      'a href="/x"',
      'td',
      'form',
    ][pick(14)] ?? ''
  const kinds = [
    () => one.slice(0, cut) + other.slice(pick(other.length + 1)),
    () => one.slice(0, cut) + poke + one.slice(cut),
    () => `<${wrap}>${one}</${wrap.split(' ')[0]}>${other}`,
    () => `<${wrap}>${one.slice(0, cut)}`,
    () => one.replace(/[a-z]/g, (letter) => (pick(2) ? letter.toUpperCase() : letter)),
    () => one.replaceAll(/\s+/g, ['/', '\f', '\r\n', '\u00a0'][pick(4)] ?? ' '),
    () => `<p title="${one}">${other}</p>`,
  ]
  return kinds[pick(kinds.length)]?.() ?? one
}

const PAGE = `
  import { createSanitizer } from './exports/index.ts'
  import { createServerSanitizer } from './exports/server.ts'
  const options = {
    ownOrigin: location.origin,
    origins: ['https://static.example'],
    appSchemes: ['exampleapp:'],
    extend: { classes: ['up'] },
    onRefused: (refusal) => refusals.push(refusal.reason),
  }
  window.refusals = []
  const page = createSanitizer(options)
  const library = createServerSanitizer(options)
  window.clean = { browser: (html) => page.html(html), library: async (html) => library.html(html) }
  window.executions = []
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'setTimeout', 'fuzz']) {
    const real = window[name]
    window[name] = (...given) => {
      if (name === 'setTimeout' && typeof given[0] !== 'string') return real(...given)
      executions.push(name + ': ' + String(given[0]).slice(0, 60))
    }
  }
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a')
    if (link && link.protocol !== 'javascript:') event.preventDefault()
  }, true)
`

let server: Server
let browser: Browser
let page: Page
const asked: string[] = []

beforeAll(async () => {
  const bundle = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    conditions: ['x-source'],
    write: false,
    logLevel: 'error',
  })
  const script = (bundle.outputFiles[0]?.text ?? '')
    .replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--')
  server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        '<!doctype html><meta charset=utf-8><title>t</title><body>' +
          `<script>${script}</script><main></main>`,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const executablePath = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => file && existsSync(file))
  browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
  page = await browser.newPage()
  await page.route('**/*', (route) => {
    const { origin: to } = new URL(route.request().url())
    if (to === origin) return route.continue()
    if (to !== 'https://static.example') asked.push(route.request().url())
    return route.abort()
  })
  await page.goto(`${origin}/`)
})

afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => server?.close(resolve))
})

declare global {
  var clean: Record<'browser' | 'library', (html: string) => Promise<string>>
  var executions: string[]
  var refusals: string[]
}

const TAGS =
  'a abbr b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ' +
  'ins kbd li mark ol p pre q s small span strong sub sup table caption col ' +
  'colgroup tbody td tfoot th thead tr u ul'
const ATTRIBUTES = 'href src alt title width height colspan rowspan align dir lang target rel class'

/** Cleans and shows a batch in the page; returns what was wrong with it. */
const show = (engine: 'browser' | 'library', batch: readonly string[]) =>
  page.evaluate(
    async ({ engine, batch, tags, attributes }) => {
      const faults: string[] = []
      const main = document.querySelector('main') as HTMLElement
      const isSafe = (url: string, attribute: string) => {
        const { protocol, origin } = new URL(url, location.href)
        if (protocol === 'data:')
          return attribute === 'src' && /^data:image\/(?:png|gif|jpeg|webp|avif);base64,/i.test(url)
        if (['mailto:', 'tel:', 'exampleapp:'].includes(protocol)) return attribute === 'href'
        return origin === location.origin || origin === 'https://static.example'
      }
      for (const dirty of batch) {
        const clean = await globalThis.clean[engine](dirty)
        const quote = (html: string) => JSON.stringify(html).slice(0, 300)
        const fault = (what: string) => faults.push(`${what}: ${quote(dirty)} -> ${quote(clean)}`)
        if ((await globalThis.clean[engine](clean)) !== clean) fault('not idempotent')
        const host = document.createElement('div')
        main.append(host)
        host.innerHTML = clean
        const left = document.createTreeWalker(host, NodeFilter.SHOW_ALL)
        while (left.nextNode()) {
          const node = left.currentNode
          if (node.nodeType === Node.COMMENT_NODE) fault('comment')
          if (!(node instanceof Element)) continue
          if (
            !tags.includes(node.localName) ||
            node.namespaceURI !== 'http://www.w3.org/1999/xhtml'
          )
            fault(`tag ${node.localName}`)
          for (const { name, value } of node.attributes) {
            if (!attributes.includes(name)) fault(`attribute ${name}`)
            if ((name === 'href' || name === 'src') && !isSafe(value, name))
              fault(`address ${value}`)
          }
          for (const type of [
            'click',
            'mouseover',
            'mouseenter',
            'focus',
            'load',
            'error',
            'toggle',
            'animationstart',
            'transitionend',
            'begin',
          ])
            node.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 30))
      main.replaceChildren()
      return { faults, executions: executions.splice(0), refusals: refusals.splice(0) }
    },
    { engine, batch, tags: TAGS.split(' '), attributes: ATTRIBUTES.split(' ') },
  )

async function showAll(engine: 'browser' | 'library', vectors: readonly string[]) {
  const found = { faults: [] as string[], executions: [] as string[], refusals: [] as string[] }
  for (let at = 0; at < vectors.length; at += 250) {
    const { faults, executions, refusals } = await show(engine, vectors.slice(at, at + 250))
    found.faults.push(...faults)
    found.executions.push(...executions)
    found.refusals.push(...refusals)
  }
  return { ...found, asked: asked.splice(0) }
}

/** No refusal either: an engine that refuses everything would look safe. */
const NOTHING = { faults: [], executions: [], refusals: [], asked: [] }

describe('the harness', () => {
  it('would notice code that runs and a host that is asked', async () => {
    await page.evaluate(async () => {
      const main = document.querySelector('main') as HTMLElement
      main.innerHTML =
        '<img src=x onerror=alert(1)><img src="https://evil.example/x.png"><a ' +
        'href="javascript:alert(2)">x</a>'
      main.querySelector('a')?.click()
      while (!executions.includes('alert: 1'))
        await new Promise((resolve) => setTimeout(resolve, 10))
      main.replaceChildren()
    })
    expect(await page.evaluate(() => executions.splice(0))).toEqual(
      expect.arrayContaining(['alert: 1', 'alert: 2']),
    )
    await expect.poll(() => asked).toEqual(['https://evil.example/x.png'])
    asked.length = 0
  })
})

describe.each(['browser', 'library'] as const)('the %s engine', (engine) => {
  it(
    'lets none of the public vectors run, ask, or leave anything over (S6)',
    { timeout: 600_000 },
    async () => {
      expect(await showAll(engine, readVectors())).toEqual(NOTHING)
    },
  )

  it(
    `lets none of ${MUTANTS} seeded mutants run, ask, or leave anything over (S6)`,
    { timeout: 3_600_000 },
    async () => {
      const vectors = readVectors()
      const random = createSeededRandom(20_261)
      const pick = (below: number) => {
        const [a = 0, b = 0, c = 0] = random.bytes(3)
        return (a * 65_536 + b * 256 + c) % Math.max(1, below)
      }
      const mutants = Array.from({ length: MUTANTS }, () => mutate(vectors, pick))
      expect(await showAll(engine, mutants)).toEqual(NOTHING)
    },
  )
})
