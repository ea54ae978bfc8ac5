import { defineConfig } from 'vitest/config'

/**
 * The tests that must notice a changed line by themselves: those that lie beside the rules, without
 * a browser and without React.
 */
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
