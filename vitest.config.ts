import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

/** Packages are tested from their sources, so that a test run needs no build before it. */
const conditions = ['x-source', 'module', 'browser', 'development|production']
const nodeConditions = ['x-source', 'module', 'node', 'development|production']

const chromium =
  process.env['CHROMIUM_SHELL'] ??
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  )
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * These only end a test that hangs: at a load of eight on two cores, tests of real databases and
 * browsers take many times as long.
 */
const TIMEOUTS = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 180_000 } },
}

/** What components allocate is soon garbage: a large young generation saves 6 % of their CPU. */
const execArgv = ['--max-semi-space-size=64']

const setupFile = (name: string) =>
  fileURLToPath(new URL(`tooling/config/${name}.setup.ts`, import.meta.url))

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        resolve: { conditions: nodeConditions },
        ssr: { resolve: { conditions: nodeConditions } },
        test: {
          name: 'node',
          execArgv,
          ...TIMEOUTS,
          setupFiles: [setupFile('properties')],
          environment: 'node',
          include: [
            '{packages,apps}/*/src/**/*.test.ts',
            'tooling/{bootstrap,cluster,config,release,site}/**/*.test.ts',
          ],
          exclude: ['**/*.browser.test.ts', '**/*.isolated.test.ts', '**/node_modules/**'],
          // Files of one worker share the modules they load: of 500 files most took longer to load
          // than to test.
          isolate: false,
        },
      },
      {
        resolve: { conditions: nodeConditions },
        ssr: { resolve: { conditions: nodeConditions } },
        // A file that replaces a module, or what modules have read of the environment, needs its
        // own.
        test: {
          name: 'isolated',
          ...TIMEOUTS,
          setupFiles: [setupFile('properties')],
          environment: 'node',
          include: ['{packages,apps}/*/src/**/*.isolated.test.{ts,tsx}'],
        },
      },
      {
        resolve: { conditions },
        test: {
          name: 'dom',
          execArgv,
          ...TIMEOUTS,
          environment: 'happy-dom',
          setupFiles: [
            setupFile('blankWindow'),
            setupFile('asyncTimeout'),
            setupFile('properties'),
          ],
          include: ['{packages,apps}/*/src/**/*.test.tsx'],
          exclude: ['**/*.browser.test.tsx', '**/*.isolated.test.tsx', '**/node_modules/**'],
          // A file of its own process loads React, the widgets and the app again: two thirds of the
          // CPU time of 168 files.
          isolate: false,
        },
      },
      {
        resolve: { conditions },
        test: {
          name: 'browser',
          ...TIMEOUTS,
          setupFiles: [setupFile('layers'), setupFile('pointer'), setupFile('properties')],
          include: ['{packages,apps}/*/src/**/*.browser.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                args: chromiumArgs,
                ...(chromium ? { executablePath: chromium } : {}),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
