import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Plain, step } from './progress.mjs'
import { root, run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * A Chromium for the browser tests: the one named by CHROMIUM_PATH, an installed one, Playwright's,
 * or Debian's.
 */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named && !existsSync(named))
    throw new Plain(`CHROMIUM_PATH names ${named}, which does not exist.`)
  return named ?? installed() ?? (await downloaded()) ?? (await debian()) ?? missing()
}

/**
 * The same engine without windows and profiles, if it is installed: a seventh less work, for tests
 * that measure nothing.
 */
export function findShell() {
  return process.env['CHROMIUM_SHELL'] ?? onPath(['chromium-headless-shell'])
}

function installed() {
  return onPath(NAMES) ?? PLACES.find((file) => existsSync(file))
}

function onPath(names) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file))
}

async function downloaded() {
  const playwright = path.join(root, 'node_modules/playwright/cli.js')
  const where = () =>
    execFileSync(
      process.execPath,
      ['-e', "process.stdout.write(require('playwright').chromium.executablePath())"],
      { cwd: root },
    ).toString()
  if (existsSync(where())) return where()
  try {
    await step('Fetching a Chromium by Playwright', () =>
      run('node', [playwright, 'install', '--with-deps', 'chromium'], { quiet: true }),
    )
    return existsSync(where()) ? where() : undefined
  } catch {
    return undefined
  }
}

async function debian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  try {
    await step("Installing Debian's Chromium", async () => {
      await run('apt-get', ['update', '-qq'], { quiet: true })
      await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
        quiet: true,
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      })
    })
  } catch {
    return undefined
  }
  return installed()
}

function missing() {
  throw new Plain(
    'The browser tests need a Chromium and none could be found or installed. Install ' +
      'Chromium or Chrome and set CHROMIUM_PATH to its executable.',
  )
}
