import { defineConfig } from 'vitest/config'

/** Tests of the mutation run: those in Node, beside the code they test. */
export default defineConfig({
  resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['src/*/*.test.ts'],
    exclude: ['**/*.browser.test.ts'],
    testTimeout: 60_000,
    // A worker for each file and mutant would take most of the time.
    isolate: false,
  },
})
