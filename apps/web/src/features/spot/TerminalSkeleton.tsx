import { Skeleton, SkeletonRows } from '@x/ui/skeleton'
import { TerminalPlaces } from './TerminalPlaces.tsx'
import { useTerminalLayout } from './useTerminalLayout.ts'

/** The places of the terminal as this browser arranges them, while it loads. */
export function TerminalSkeleton() {
  const { rootProps } = useTerminalLayout()
  return (
    <TerminalPlaces
      rootProps={rootProps}
      strip={<Skeleton width="160px" height="20px" />}
      book={<SkeletonRows rows={12} />}
    />
  )
}
