import type { ReactNode } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { PageSkeleton } from '../../lib/lazy/PageSkeleton.tsx'
import { LoginPlaceholder } from './LoginPlaceholder.tsx'

interface ForUsersProps {
  readonly children: ReactNode
  /** What a guest reads above the way in. */
  readonly intro?: ReactNode
}

/** Shows what needs a user, the way in to a guest, and a skeleton until it knows which. */
export function ForUsers({ children, intro }: ForUsersProps) {
  const status = useAppSelector(selectStatus)
  if (status === 'unknown') return <PageSkeleton />
  if (status === 'user') return children
  return (
    <>
      {intro}
      <LoginPlaceholder level={intro === undefined ? 1 : 2} />
    </>
  )
}
