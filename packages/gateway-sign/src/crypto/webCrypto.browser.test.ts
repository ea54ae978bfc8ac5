import { describeCryptoSuite } from '../laws/describeCryptoSuite.ts'
import { describeKeyMaking } from '../laws/describeKeyMaking.ts'
import { platformCryptoSuite } from './webCrypto.ts'

describeCryptoSuite('Chromium', { createSuite: platformCryptoSuite })
describeKeyMaking('Chromium', { createSuite: platformCryptoSuite, hasCryptoKeys: true })
