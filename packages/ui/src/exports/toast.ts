export {
  createToastQueue,
  type ShowToast,
  type ToastHandle,
  type ToastPauseReason,
  type ToastQueue,
  type ToastQueueOptions,
} from '../toast/createToastQueue.ts'
export { ToastRegion, type ToastRegionProps } from '../toast/ToastRegion.tsx'
export {
  TOAST_DURATION,
  TOAST_GAP,
  TOAST_OFFSET,
  type Toast,
  type ToastKind,
  type ToastOptions,
} from '../toast/toToast.ts'
