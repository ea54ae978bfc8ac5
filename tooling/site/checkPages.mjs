// Opens every page of the built site in Chromium, at two widths, then all of it without a network.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from '../bootstrap/chromium.mjs'
import { Plain } from '../bootstrap/progress.mjs'
import { fileOf, htmlIn } from './checkBuilt.mjs'

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
const VIEWS = [
  { name: 'wide-light', width: 1280, height: 900, colorScheme: 'light' },
  { name: 'narrow-dark', width: 390, height: 844, colorScheme: 'dark' },
]

/**
 * Serves a built site on a free port.
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const found = fileOf(folder, decodeURIComponent(pathname))
    if (found && !found.startsWith(folder)) return response.writeHead(404).end()
    const file = found ?? path.join(folder, '404.html')
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[path.extname(file)] ?? '' })
    createReadStream(file).pipe(response)
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        close: () => (server.closeAllConnections(), server.close()),
      }),
    ),
  )
}

/** What is wrong with a page as a reader sees it. */
async function faultsOf(page, url) {
  const faults = []
  const onConsole = (message) => message.type() === 'error' && faults.push(message.text())
  const onError = (error) => faults.push(String(error))
  page.on('console', onConsole)
  page.on('pageerror', onError)
  await page.goto(url, { waitUntil: 'load' })
  await page.locator('#app *').first().waitFor()
  for (const frame of await page.locator('.live-demo iframe').all()) {
    await frame.scrollIntoViewIfNeeded()
    const drawn = frame.contentFrame().locator('#demo > *').first()
    await drawn
      .waitFor({ state: 'attached', timeout: 120_000 })
      .catch(() => faults.push('a demo is not drawn'))
  }
  if ((await page.locator('.diagram-code').count()) > 0)
    await page
      .locator('.diagram-code')
      .first()
      .waitFor({ state: 'detached', timeout: 120_000 })
      .catch(() => faults.push('a diagram is not drawn'))
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (excess > 0) faults.push(`${excess} px wider than the screen`)
  page.off('console', onConsole)
  page.off('pageerror', onError)
  return faults
}

/** The pages that are opened without a network: one of each kind. */
const OFFLINE = [
  '/',
  '/get-started',
  '/architecture',
  '/widgets/button',
  '/api/kit/',
  '/recipes/next',
]

/** What a reader searches for: a function, a widget, a word of a recipe. */
const SEARCHED = ['createSignedFetch', 'Amount field', 'Tailwind']

/**
 * @param {string} built
 * @param {{ shots?: string | undefined }} options a folder for a picture of each page
 */
export async function checkPages(built, { shots } = {}) {
  const paths = htmlIn(built)
    .filter((file) => file !== '404.html')
    .map((file) => `/${file.replace(/index\.html$|\.html$/, '')}`)
  const { url, close } = await serve(built)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  })
  const faults = []
  const visit = async (page, { view, pathname }) => {
    const found = await faultsOf(page, url + pathname)
    faults.push(...found.map((text) => `${pathname} (${view}): ${text}`))
    if (shots) {
      const name = pathname.slice(1).replaceAll('/', '-') || 'index'
      await page.screenshot({ path: path.join(shots, `${name}-${view}.png`) })
    }
  }
  try {
    for (const { name, width, height, colorScheme } of VIEWS) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      for (const pathname of paths) await visit(page, { view: name, pathname })
      await context.close()
    }
    faults.push(...(await checkOffline(browser, { url, visit })))
  } finally {
    await browser.close()
    close()
  }
  if (faults.length > 0) throw new Plain(`Faults of the site:\n${faults.join('\n')}`)
  console.log(
    `${paths.length} pages, each in ${VIEWS.length} views, and ${OFFLINE.length} without a ` +
      'network: drawn without an error, none wider than the screen. The search works offline.',
  )
}

/** @returns {Promise<string[]>} what the search does not find */
async function checkOffline(browser, { url, visit }) {
  const context = await browser.newContext({ viewport: VIEWS[0] })
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await context.setOffline(true)
  for (const pathname of OFFLINE) await visit(page, { view: 'offline', pathname })
  const faults = []
  for (const text of SEARCHED)
    await searchFor(page, text).catch(() => faults.push(`The search finds no ${text} offline`))
  await context.close()
  return faults
}

/** Searches the site for a text and waits for a result that has it. */
async function searchFor(page, text) {
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.getByRole('searchbox').fill(text)
  await page.getByRole('option', { name: text }).first().waitFor({ timeout: 120_000 })
  await page.keyboard.press('Escape')
}
