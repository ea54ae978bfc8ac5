import { defineConfig } from 'vitest/config'

/** What the mutation run tests with: the rules as they stand in Node, without the browser, the command line and the long random runs. */
export default defineConfig({
  resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: ['**/*.browser.test.ts', '**/*.slow.test.ts', 'src/fallback/**', 'src/crypto/webCrypto.test.ts', 'src/config/hostileConfig.test.ts', 'src/documents.test.ts', 'src/exports.test.ts'],
  },
})
