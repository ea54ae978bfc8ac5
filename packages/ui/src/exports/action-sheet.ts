export {
  ActionSheet,
  type ActionSheetDismissal,
  type ActionSheetProps,
  type MultipleActionSheetProps,
  type SingleActionSheetProps,
} from '../action-sheet/ActionSheet.tsx'
export {
  canConfirm,
  reduceSheet,
  type SheetEvent,
  type SheetItem,
  type SheetState,
} from '../action-sheet/sheetReducer.ts'
