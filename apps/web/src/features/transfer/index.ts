/** What other features may import of `transfer`. */
export { TransferPage } from './TransferPage.tsx'
