import { createJsrsasignSuite } from './createJsrsasignSuite.ts'
import { FALLBACK_GLOBAL } from './fallbackGlobal.ts'

// The whole of the static script: a classic script has no exports, so it leaves its one function on
// the page, for good.
Object.defineProperty(globalThis, FALLBACK_GLOBAL, { value: createJsrsasignSuite })
