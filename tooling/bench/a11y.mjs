// Runs axe on every page in four languages, both themes and both widths. CI runs a sample of these
// for every change.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildApp } from '../bootstrap/build.mjs'
import { findChromium } from '../bootstrap/chromium.mjs'
import { root } from '../bootstrap/run.mjs'

const JOURNEYS = ['accessibility.e2e.ts', 'accessibilityOverlays.e2e.ts']
const COUNT = /^axe: (\d+) looks, (\d+) violations$/gm

export async function bench() {
  await buildApp()
  const env = {
    ...process.env,
    CHROMIUM_PATH: await findChromium(),
    NODE_OPTIONS: '--conditions=x-source',
    A11Y_VIEWS: 'all',
  }
  const { stdout, status } = spawnSync(
    path.join(root, 'node_modules/.bin/playwright'),
    ['test', '--config', 'tooling/e2e/playwright.config.ts', ...JOURNEYS],
    { cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  const counts = [...stdout.matchAll(COUNT)].map(([, looks, violations]) => [
    Number(looks),
    Number(violations),
  ])
  const sum = (at) => counts.reduce((all, count) => all + count[at], 0)
  if (status !== 0) console.error(stdout)
  return [
    {
      what:
        `axe, ${sum(0)} looks: every page in en, ar, de and ja, dark and light, at 1280 and ` +
        '390 px; what opens over the terminal',
      measured: `${sum(1)} violations`,
      bar: '0',
      holds: status === 0 && counts.length >= JOURNEYS.length && sum(1) === 0,
    },
  ]
}
