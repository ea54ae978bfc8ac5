export {
  Skeleton,
  SkeletonRows,
  Spinner,
  type SkeletonProps,
  type SkeletonRowsProps,
  type SpinnerProps,
} from '../skeleton/Skeleton.tsx'
