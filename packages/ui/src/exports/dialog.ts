export {
  Dialog,
  DIALOG_WIDTHS,
  type DialogDismissal,
  type DialogProps,
  type DialogSize,
} from '../dialog/Dialog.tsx'
