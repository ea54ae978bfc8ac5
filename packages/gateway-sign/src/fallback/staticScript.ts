import { createJsrsasignSuite } from './createJsrsasignSuite.ts'
import { FALLBACK_GLOBAL } from './fallbackGlobal.ts'

// The static script is a classic script without exports, so it defines its function as a global.
Object.defineProperty(globalThis, FALLBACK_GLOBAL, { value: createJsrsasignSuite })
