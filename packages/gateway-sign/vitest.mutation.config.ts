import { defineConfig } from 'vitest/config'

/**
 * The unit tests next to the rules, which must detect a mutation alone, without crypto suites,
 * browsers and whole clients.
 */
export default defineConfig({
  resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] },
  ssr: { resolve: { conditions: ['x-source', 'module', 'node', 'development|production'] } },
  test: {
    include: ['src/{sign,login,config,crypto,server}/*.test.ts'],
    exclude: [
      '**/*.browser.test.ts',
      '**/*.slow.test.ts',
      'src/crypto/webCrypto.test.ts',
      'src/config/hostileConfig.test.ts',
      'src/server/implicitRejection.isolated.test.ts',
    ],
    testTimeout: 60_000,
    // A worker for each file and mutant would take most of the time.
    isolate: false,
  },
})
