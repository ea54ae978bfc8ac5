import { describeCryptoSuite } from '../laws/describeCryptoSuite.ts'
import { platformCryptoSuite } from './webCrypto.ts'

describeCryptoSuite('Chromium', platformCryptoSuite)
