import { build } from 'esbuild'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/**
 * What one page alone cannot show: eight tabs of one origin, a browser that was closed, a user who
 * denies storage, a frame without an origin.
 */
const executablePath = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file && existsSync(file))

/** Runs in each page: both storages, and the changes that they reported. */
const PAGE = `
  import { createAsyncStorage, createCookieStorage, createStorage } from './exports/index.ts'
  import { browserPorts } from '@x/kit/browser'
  const reports = []
  const reporter = { report: ({ kind, detail }) => void reports.push(kind + ' ' + detail.cause) }
  const storage = createStorage({ web: { prefix: 'x:' }, reporter })
  const { openChannel } = browserPorts()
  const cache = createAsyncStorage({ name: 'x_tabs', openChannel, reporter })
  const changes = { storage: [], cache: [] }
  // Probe entries are changes too; these tests ignore them.
  const isProbe = (key) => key.startsWith('_')
  storage.subscribe(({ key, value }) => isProbe(key) || changes.storage.push(key + '=' + value))
  cache.subscribe((key) => isProbe(key) || changes.cache.push(key))
  const cookies = createCookieStorage()
  const cookieFirst = createStorage({ order: ['cookie', 'memory'] }).driver
  globalThis.tab = { storage, cache, changes, reports, cookies, cookieFirst }
`
interface Tab {
  readonly storage: import('./createStorage.ts').OpenStorage
  readonly cache: import('./createAsyncStorage.ts').AsyncStorage
  readonly cookies: import('@x/kit').KeyValueStorage
  /** The driver of an order that begins with cookies. */
  readonly cookieFirst: string
  readonly changes: { readonly storage: string[]; readonly cache: string[] }
  readonly reports: string[]
}
declare global {
  var tab: Tab
}

let server: Server
/** One for each test, and with it a storage that is new. */
let origin: string
let origins = 0
/** The browser of the tests that need no other than a new one. */
let context: BrowserContext
const folders: string[] = []

beforeAll(async () => {
  const bundle = await build({
    stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    conditions: ['x-source'],
    write: false,
  })
  const script = bundle.outputFiles[0]?.text ?? ''
  const escaped = script.replaceAll('</script', '<\\/script')
  const html = `<!doctype html><meta charset=utf-8><script>${escaped}</script>`
  server = createServer((request, response) => {
    const body =
      request.url === '/frame'
        ? '<!doctype html><iframe sandbox="allow-scripts" src="/"></iframe>'
        : html
    response.writeHead(200, { 'content-type': 'text/html' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context = await openBrowser(profile())
})
beforeEach(
  () =>
    void (origin = `http://test${++origins}.localhost:${(server.address() as AddressInfo).port}`),
)
afterEach(() =>
  Promise.all(
    context
      .pages()
      .slice(1)
      .map((page) => page.close()),
  ),
)

afterAll(async () => {
  await context.close()
  server.close()
  server.closeAllConnections()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/**
 * A browser on a profile folder, as a user's own; `preferences` as the settings page writes them.
 */
function openBrowser(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    headless: true,
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath ? { executablePath } : {}),
  })
}

function profile(preferences?: object): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'x-storage-'))
  folders.push(folder)
  if (preferences) {
    mkdirSync(path.join(folder, 'Default'))
    writeFileSync(path.join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
  }
  return folder
}

async function openTab(
  context: BrowserContext,
  url = origin,
): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(url)
  return { page, errors }
}

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7]

describe('eight tabs', () => {
  it('open one database and report changes to each other (wire 8)', async () => {
    const tabs = await Promise.all(EIGHT.map(() => openTab(context)))
    expect(
      await Promise.all(
        tabs.map(({ page }) =>
          page.evaluate(async () => [tab.storage.driver, await tab.cache.driver()]),
        ),
      ),
    ).toEqual(EIGHT.map(() => ['local', 'indexeddb']))
    await Promise.all(
      tabs.map(({ page }, n) =>
        page.evaluate(async (name) => {
          tab.storage.set(name, '1')
          await tab.cache.set(name, { name })
        }, `tab${n}`),
      ),
    )
    for (const [n, { page }] of tabs.entries()) {
      const others = EIGHT.filter((other) => other !== n)
      await expect
        .poll(() => page.evaluate(() => tab.changes.storage.toSorted()))
        .toEqual(others.map((other) => `tab${other}=1`))
      await expect
        .poll(() => page.evaluate(() => tab.changes.cache.toSorted()))
        .toEqual(others.map((other) => `tab${other}`))
    }
    const kept = await tabs[3]?.page.evaluate(async () => [
      (await tab.cache.keys()).toSorted(),
      tab.storage.keys().toSorted(),
      tab.reports,
    ])
    expect(kept).toEqual([EIGHT.map((n) => `tab${n}`), EIGHT.map((n) => `tab${n}`), []])
    expect(tabs.flatMap(({ errors }) => errors)).toEqual([])
  })

  it('read a value that one of them changes and removes', async () => {
    const [first, second] = await Promise.all([openTab(context), openTab(context)])
    await first.page.evaluate(() => tab.cache.set('a', [1]))
    await expect.poll(() => second.page.evaluate(() => tab.cache.get('a'))).toEqual([1])
    await second.page.evaluate(() => tab.cache.remove('a'))
    expect(await first.page.evaluate(() => tab.cache.get('a'))).toBeUndefined()
  })
})

describe('a browser that was closed', () => {
  it('keeps its database, area and cookies (spec 9.2, wire 8)', async () => {
    const folder = profile()
    const before = await openBrowser(folder)
    const writer = await openTab(before)
    await writer.page.evaluate(async () => {
      await tab.cache.set('a', { when: new Date(5) })
      tab.storage.set('b', '2')
      tab.cookies.set('c', '3')
    })
    await before.close()
    const after = await openBrowser(folder)
    const { page } = await openTab(after)
    expect(
      await page.evaluate(async () => [
        await tab.cache.get('a'),
        tab.storage.get('b'),
        tab.cookies.get('c'),
        tab.cookieFirst,
      ]),
    ).toEqual([{ when: new Date(5) }, '2', '3', 'cookie'])
    await after.close()
  })
})

describe('storage that is denied', () => {
  const useIt = () =>
    tab.cache.set('a', { n: 1 }).then(async () => {
      tab.storage.set('b', '2')
      return {
        drivers: [tab.storage.driver, await tab.cache.driver(), tab.cookieFirst],
        read: [await tab.cache.get('a'), tab.storage.get('b')],
        reports: tab.reports.toSorted(),
      }
    })
  const inMemory = {
    drivers: ['memory', 'memory', 'memory'],
    read: [{ n: 1 }, '2'],
    reports: ['storage-memory-mode denied', 'storage-memory-mode denied'],
  }

  it('loses only persistence when the user blocks site data (D11)', async () => {
    const blocking = await openBrowser(
      profile({ profile: { default_content_setting_values: { cookies: 2 } } }),
    )
    const { page, errors } = await openTab(blocking)
    // The setting took effect: the platform itself refuses.
    await expect(page.evaluate(() => localStorage.length)).rejects.toThrow('SecurityError')
    expect(await page.evaluate(useIt)).toEqual(inMemory)
    expect(errors).toEqual([])
    await blocking.close()
  })

  it('loses only persistence in a sandbox without an origin (D11)', async () => {
    const { page, errors } = await openTab(context, `${origin}/frame`)
    const frame = page.frames()[1]
    expect(await frame?.evaluate(useIt)).toEqual(inMemory)
    expect(errors).toEqual([])
  })
})
