/** What other features may import of `transfer`. */
export { receiversOf, sendersOf } from './route.ts'
export { TransferFields } from './TransferFields.tsx'
export { TransferPage } from './TransferPage.tsx'
export { useAccountName } from './useAccountName.ts'
export { useSendTransfer } from './useSendTransfer.ts'
