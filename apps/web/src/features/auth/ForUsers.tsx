import type { ReactNode } from 'react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectStatus } from '../../data/store/slice.ts'
import { LoginPlaceholder } from './LoginPlaceholder.tsx'

/** Shows what needs a user; to a guest it shows the way in. */
export function ForUsers({ children }: { children: ReactNode }) {
  const status = useAppSelector(selectStatus)
  if (status === 'unknown') return null
  return status === 'user' ? children : <LoginPlaceholder />
}
