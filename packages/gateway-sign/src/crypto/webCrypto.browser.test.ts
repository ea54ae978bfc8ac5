import { describeCryptoSuite } from './webCrypto.cases.ts'
import { platformCryptoSuite } from './webCrypto.ts'

describeCryptoSuite('Chromium', platformCryptoSuite)
