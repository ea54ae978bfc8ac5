import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

const root = path.resolve(import.meta.dirname, '../..')
const chromium = process.env['CHROMIUM_SHELL'] ?? process.env['CHROMIUM_PATH']

/**
 * Journeys wait for gateways, disks and timers: a journey takes some nine seconds of CPU in three
 * times as long. More workers than cores use that time.
 */
const workers = Math.ceil(os.availableParallelism() * 2.5)

export default defineConfig({
  testDir: path.join(import.meta.dirname, 'journeys'),
  testMatch: '**/*.e2e.ts',
  globalSetup: path.join(import.meta.dirname, 'sharedGateway.ts'),
  workers,
  retries: 0,
  forbidOnly: true,
  // It only ends what hangs: the slowest journey takes minutes on a busy machine.
  timeout: 1_800_000,
  expect: { timeout: 180_000 },
  outputDir: path.join(root, 'test-results/journeys'),
  reporter: [['list'], ['json', { outputFile: path.join(root, 'test-results/journeys.json') }]],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1280, height: 800 },
    // Traces of all journeys cost a third of the time:
    // `E2E_TRACE=1` enables them. The text of failed pages is printed in any case.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
