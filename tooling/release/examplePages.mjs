// Starts an app of `examples/`, or one that was made from a recipe, and uses its page in Chromium.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from 'playwright'
import { findChromium } from '../bootstrap/chromium.mjs'
import { childEnvironment } from '../bootstrap/run.mjs'
import { appEnvironment } from './exampleApps.mjs'

const START_LIMIT_MS = 300_000

/** What a visitor does. Everything is found by its accessible name. */
const VISITS = {
  async 'vite-login'(page) {
    await page.getByLabel('User').fill('ann')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    const isLogIn = (request) => request.url().endsWith('/api/login')
    const [request] = await Promise.all([
      page.waitForRequest(isLogIn),
      page.getByRole('button', { name: 'Log in' }).click(),
    ])
    if (request.postData()?.includes('wrong')) throw new Error('The password was sent in clear')
    await page.getByText('The user name or the password is wrong').waitFor()
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByText('Welcome, ann').waitFor()
    await page.reload() // the session and its key survive
    await page.getByRole('button', { name: 'Buy 0.01 BTC' }).click()
    await page.getByText(/Accepted: [0-9a-f-]{36}/).waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByLabel('User').waitFor()
  },
  async 'next-prices'(page, { html }) {
    for (const text of ['BTC', '91250.4', '$91,250.40'])
      if (!html.includes(text)) throw new Error(`The server's HTML lacks ${text}`)
    await page.getByRole('button', { name: 'JPY' }).click()
    await page.getByRole('columnheader', { name: 'In JPY' }).waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: 'In JPY' }).waitFor()
    const again = await (await page.request.get(page.url())).text()
    if (!again.includes('In JPY')) throw new Error('The server does not render the chosen currency')
    await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
    await page.getByRole('button', { name: 'Refresh' }).click()
  },
  async 'vitest-order-form'(page) {
    await page.getByRole('button', { name: 'Buy' }).click()
    await page.getByText('Choose a pair').waitFor()
    await page.getByLabel('Pair').click()
    await page.getByRole('option', { name: 'ETH/USDT' }).click()
    await page.getByLabel('Price').fill('3,120.50')
    await page.getByLabel('Amount').fill('0.25')
    const [message] = await Promise.all([
      page.waitForEvent('console', (one) => one.type() === 'info'),
      page.getByRole('button', { name: 'Buy' }).click(),
    ])
    const { pair, price, amount } = await message.args()[0].jsonValue()
    const order = `${pair} ${price} ${amount}`
    if (order !== 'ETH/USDT 3120.50 0.25') throw new Error(`The form submitted ${order}`)
  },
  async 'webpack-calculator'(page) {
    await page.getByText('PnL 617.250000 USDT, ROE 20.16 %').waitFor()
    await page.getByLabel('Size').fill('1')
    await page.getByText('PnL 1234.500000 USDT').waitFor()
    await page.getByRole('button', { name: 'Liquidation' }).click()
    await page.getByRole('dialog').getByText('When the price falls to').waitFor()
  },
}

/**
 * Starts an app that has a page, and visits it at the address that its server prints.
 *
 * @param {{ name: string, folder: string, command?: string }} options the installed and built app
 *   of `examples/`, or what its recipe made, and what starts its server
 * @throws if the visit fails, or the page logs an error or a warning (as React does when what a
 *   server rendered does not fit)
 */
export async function visitExample({ name, folder, command = 'npm start' }) {
  const visit = VISITS[name]
  if (!visit) return
  const server = spawn(command, {
    cwd: folder,
    env: childEnvironment({ ...appEnvironment(), PORT: String(await freePort()) }),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: true,
    // A group of its own: npm does not pass signals on to what it started.
    detached: true,
  })
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    const url = await printedUrl(server)
    const html = await firstAnswer(url, server)
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    const complaints = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      const isRefusal = message.text().includes('status of 401')
      if (['error', 'warning'].includes(message.type()) && !isRefusal)
        complaints.push(message.text())
    })
    await page.goto(url)
    await visit(page, { html })
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
  } finally {
    await browser.close()
    if (server.pid !== undefined && server.exitCode === null) {
      const ended = once(server, 'exit')
      process.kill(-server.pid)
      await ended
    }
  }
}

/** The first address of this machine that a server prints. @throws if it ends without one */
function printedUrl(server) {
  let printed = ''
  return new Promise((resolve, reject) => {
    const read = (chunk) => {
      printed = stripVTControlCharacters(printed + chunk)
      const [url] = /http:\/\/localhost:\d+(?=\D)/.exec(printed) ?? []
      if (url) resolve(`${url}/`)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)))
  })
}

async function firstAnswer(url, server) {
  const from = performance.now()
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return answer.text()
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
    if (performance.now() - from > START_LIMIT_MS) throw new Error('The server does not answer')
    await delay(200)
  }
}

async function freePort() {
  const server = http.createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
