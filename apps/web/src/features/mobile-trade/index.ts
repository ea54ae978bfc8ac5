/** What other features may import of `mobile-trade`. */
export { MobileFrame } from './MobileFrame.tsx'
