export { Dialog, type DialogDismissal, type DialogProps } from '../dialog/Dialog.tsx'
export { DIALOG_WIDTHS, type DialogSize } from '../dialog/machine.ts'
