export {
  EmptyState,
  ErrorState,
  type EmptyStateProps,
  type ErrorStateProps,
} from '../empty-state/EmptyState.tsx'
export { CopyText, type CopyTextProps } from '../empty-state/CopyText.tsx'
