// A real Chromium with one page that runs a bundle. Reports the scripts that it loaded and the
// longest task of its main thread.
import { createServer } from 'node:http'
import { chromium } from 'playwright'
import { findChromium } from '../bootstrap/chromium.mjs'
import { bundle } from './bundle.mjs'

export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]
const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])
const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', 'blink.user_timing']

/**
 * @param {{ code: string, folder: string, csp?: string }} options `code` is a module; what it
 * sets on `globalThis` is there once the page is open.
 */
export async function openPage({ code, folder, csp }) {
  const { files } = await bundle({ code, folder })
  const asked = []
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1)
    const file = files.find((candidate) => candidate.name === name)
    if (name === '') {
      response.writeHead(200, {
        'content-type': 'text/html',
        ...(csp ? { 'content-security-policy': csp } : {}),
      })
      return void response.end(
        '<!doctype html><meta charset=utf-8><title>bench</title><link rel=icon ' +
          'href="data:,"><main></main><script type=module src=/entry.js></script>',
      )
    }
    if (!file) return void response.writeHead(404).end()
    asked.push(file)
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(file.text)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${server.address().port}`
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ARGUMENTS })
  const page = await browser.newPage()
  const faults = []
  page.on('pageerror', (error) => faults.push(error))
  await page.goto(origin)
  await page
    .waitForFunction(() => 'ready' in globalThis, undefined, { timeout: 30_000 })
    .catch((cause) => {
      throw faults[0] ?? cause
    })
  return {
    page,
    origin,
    /** Script files that the page has loaded so far, with their brotli sizes. */
    asked: () => [...asked],
    longestTask: (work) => longestTask(browser, { page, work }),
    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * The longest task of the page's main thread while `work` runs, in milliseconds of wall time and of
 * that thread's CPU time.
 */
export async function longestTask(browser, { page, work }) {
  await browser.startTracing(page, { categories: CATEGORIES })
  await work()
  // A task is recorded when it ends, and its result may arrive before that.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && TASKS.has(name) && main.has(`${pid}/${tid}`),
  )
  if (tasks.length === 0) throw new Error('The trace has no task of the main thread')
  const longest = (key) => Math.max(...tasks.map((task) => task[key] ?? 0)) / 1000
  return { wall: longest('dur'), cpu: longest('tdur') }
}
