// `npm run screenshots -- <folder>`: the main screens in six languages, at 1280, 1920 and 390
// pixels, dark and light, to be looked at before a release. The folder has to be outside of the
// repository: pictures are no sources. `--only de,ar` takes some languages.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { buildApp } from '../bootstrap/build.mjs'
import { findChromium } from '../bootstrap/chromium.mjs'
import { Plain } from '../bootstrap/progress.mjs'
import { root } from '../bootstrap/run.mjs'
import { createGatewayHome } from './gateway.ts'
import { UNFINISHED } from './unfinished.ts'

const LANGUAGES = ['en', 'de', 'ja', 'ar', 'ru', 'th']
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
]
const THEMES = ['dark', 'light']
const GUEST = ['/markets', '/login', '/register', '/spot/BTCUSDT']
const TRADER = [
  '/spot/BTCUSDT',
  '/asset',
  '/asset/transfer',
  '/record/exchange',
  '/account/setting',
]
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @param {string[]} args */
async function main(args) {
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1]?.split(',') : undefined
  const [target] = args.filter(
    (arg, index) => !arg.startsWith('--') && args[index - 1] !== '--only',
  )
  if (!target)
    throw new Plain(
      'Usage: npm run screenshots -- <folder outside of the repository> [--only de,ar]',
    )
  const folder = path.resolve(target)
  if (!path.relative(root, folder).startsWith('..'))
    throw new Plain('The pictures are no sources: choose a folder outside of the repository')
  mkdirSync(folder, { recursive: true })
  await buildApp()
  const home = createGatewayHome()
  const gateway = await home.start()
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS })
  try {
    const take = async (page, { who, paths }) => {
      for (const language of only ?? LANGUAGES)
        for (const place of paths)
          await shoot(page, { url: gateway.url, language, place, who, folder })
    }
    const page = await (await browser.newContext({ viewport: SIZES[0] })).newPage()
    await take(page, { who: 'guest', paths: GUEST })
    await logIn(page, gateway)
    await take(page, { who: 'trader', paths: TRADER })
  } finally {
    await browser.close()
    await gateway.stop()
    home.remove()
  }
  console.log(`Pictures: ${folder}`)
}

async function logIn(page, { url, demo }) {
  await page.setViewportSize(SIZES[0])
  await page.goto(`${url}/en/login`)
  await page.getByRole('textbox').first().fill(demo.loginName)
  await page.locator('input[type=password]').fill(demo.password)
  await page.locator('main form button[type=submit]').click()
  await page.waitForURL(/\/spot\//)
  // The first-visit tour would cover the terminal.
  await page.evaluate(() => localStorage.setItem('x:guide.spot', 'seen'))
}

async function shoot(page, { url, language, place, who, folder }) {
  await page.setViewportSize(SIZES[0])
  await page.goto(`${url}/${language}${place}`)
  await page
    .locator(UNFINISHED)
    .first()
    .waitFor({ state: 'detached', timeout: 15_000 })
    .catch(() => undefined)
  for (const size of SIZES)
    for (const theme of THEMES) {
      await page.setViewportSize(size)
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
      // A switch of the theme takes up to 400 ms; the chart draws itself anew for another width.
      await page.waitForTimeout(600)
      await page.screenshot({
        path: path.join(
          folder,
          `${who}${place.replaceAll('/', '-')}-${language}-${size.width}-${theme}.png`,
        ),
      })
    }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Plain ? error.message : error)
  process.exitCode = 1
}
