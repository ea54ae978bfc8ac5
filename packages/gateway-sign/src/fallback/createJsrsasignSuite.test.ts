import { createSeededRandom } from '@x/kit/testing'
import { describeCryptoSuite } from '../testing/describeCryptoSuite.ts'
import { describeKeyGeneration } from '../testing/describeKeyGeneration.ts'
import { createJsrsasignSuite } from './createJsrsasignSuite.ts'

const random = createSeededRandom(17)
const createSuite = () => createJsrsasignSuite({ random })

// A signature with 2048 bits takes it 40 ms: one in eight shows the same.
describeCryptoSuite('jsrsasign', {
  createSuite,
  signs: ({ algorithm }, index) => algorithm === 'rsa1024' || index % 8 === 1,
})
// Two primes of 1024 bits take it some seconds; the rest of the code is the same.
describeKeyGeneration('jsrsasign', { createSuite, hasCryptoKeys: false, algorithms: ['rsa1024'] })
