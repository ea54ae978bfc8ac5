import { createSeededRandom } from '@x/kit/testing'
import { describeCryptoSuite } from '../testing/describeCryptoSuite.ts'
import { describeKeyGeneration } from '../testing/describeKeyGeneration.ts'
import { createJsrsasignSuite } from './createJsrsasignSuite.ts'

const random = createSeededRandom(17)
const createSuite = () => createJsrsasignSuite({ random })

// A 2048-bit signature takes 40 ms, so test one in eight.
describeCryptoSuite('jsrsasign', {
  createSuite,
  signs: ({ algorithm }, index) => algorithm === 'rsa1024' || index % 8 === 1,
})
// Two 1024-bit primes take several seconds; the rest of the code is the same.
describeKeyGeneration('jsrsasign', { createSuite, hasCryptoKeys: false, algorithms: ['rsa1024'] })
