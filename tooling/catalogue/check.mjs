// Opens every story and every page of docs of a built catalogue in Chromium, with two settings, and
// fails on what is not drawn and on every error.
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from '../bootstrap/chromium.mjs'
import { Plain } from '../bootstrap/progress.mjs'

const SETTINGS = ['theme:dark;locale:en', 'theme:light;locale:ar']
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** @returns {Promise<{ url: string, close: () => void }>} */
function serve(folder) {
  const server = createServer((request, response) => {
    // Browsers request it by themselves.
    if (request.url === '/favicon.ico') return response.writeHead(204).end()
    const file = path.join(
      folder,
      path.normalize(new URL(request.url ?? '/', 'http://localhost').pathname),
    )
    if (!file.startsWith(folder) || !existsSync(file) || path.extname(file) === '')
      return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    })
    createReadStream(file).pipe(response)
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }),
    ),
  )
}

/** The faults of one story with one of the settings. */
async function faultsOf(page, { url, entry, settings }) {
  const faults = []
  const onConsole = (message) =>
    message.type() === 'error' && faults.push(`${message.text()} ${message.location().url}`)
  const onError = (error) => faults.push(String(error))
  page.on('console', onConsole)
  page.on('pageerror', onError)
  await page.goto(`${url}/iframe.html?id=${entry.id}&viewMode=${entry.type}&globals=${settings}`)
  const root = entry.type === 'docs' ? '#storybook-docs' : '#storybook-root'
  const drawn = page
    .locator(`${root} > *`)
    .first()
    .waitFor({ state: 'attached', timeout: 20_000 })
    .then(
      () => undefined,
      () => 'nothing was drawn',
    )
  const failed = page
    .locator('.sb-show-errordisplay #error-message')
    .waitFor({ timeout: 20_000 })
    .then(
      () => page.locator('#error-message').innerText(),
      () => undefined,
    )
  const fault = await Promise.race([drawn, failed.then((text) => text ?? drawn)])
  if (fault) faults.push(fault)
  // One turn for effects and lazy modules.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  page.off('console', onConsole)
  page.off('pageerror', onError)
  return faults
}

/**
 * @param {string} folder
 * @param {{ shots?: string | undefined }} options A folder for a picture of each story.
 */
export async function checkStories(folder, { shots } = {}) {
  const entries = Object.values(
    JSON.parse(readFileSync(path.join(folder, 'index.json'), 'utf8')).entries,
  )
  const { url, close } = await serve(folder)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    let broken = 0
    for (const entry of entries) {
      for (const settings of SETTINGS) {
        const faults = await faultsOf(page, { url, entry, settings })
        if (faults.length > 0) broken += 1
        for (const fault of faults) console.error(`${entry.id} (${settings}): ${fault}`)
        if (shots)
          await page.screenshot({
            path: path.join(shots, `${entry.id}-${settings.replace(/\W/g, '-')}.png`),
          })
      }
    }
    if (broken > 0)
      throw new Plain(
        `${broken} of ${entries.length * SETTINGS.length} pages of the catalogue are broken.`,
      )
    console.log(
      `${entries.length} pages of the catalogue, each in ${SETTINGS.length} settings: drawn ` +
        'without an error.',
    )
  } finally {
    await browser.close()
    close()
  }
}
