import { describeCryptoSuite } from '../testing/describeCryptoSuite.ts'
import { describeKeyGeneration } from '../testing/describeKeyGeneration.ts'
import { platformCryptoSuite } from './webCrypto.ts'

describeCryptoSuite('Chromium', { createSuite: platformCryptoSuite })
describeKeyGeneration('Chromium', { createSuite: platformCryptoSuite, hasCryptoKeys: true })
