import type { ReactNode } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { PageSkeleton } from '../../lib/lazy/PageSkeleton.tsx'
import { LoginPlaceholder } from './LoginPlaceholder.tsx'

/** Shows what needs a user, the way in to a guest, and a skeleton until it knows which. */
export function ForUsers({ children }: { children: ReactNode }) {
  const status = useAppSelector(selectStatus)
  if (status === 'unknown') return <PageSkeleton />
  return status === 'user' ? children : <LoginPlaceholder />
}
