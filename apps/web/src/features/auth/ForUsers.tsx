import { ButtonLink } from '@x/ui/button'
import { EmptyState } from '@x/ui/empty-state'
import { LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../app/router/Link.tsx'
import { useLocalePath, usePagePath } from '../../app/paths.ts'
import { useAppSelector } from '../../app/servicesContext.ts'
import { useMessages } from '../../messages.ts'
import { selectStatus } from '../session/slice.ts'

/** Shows what needs a user; to a guest it shows the way in, which leads back here with the whole address. */
export function ForUsers({ children }: { children: ReactNode }) {
  const t = useMessages()
  const to = useLocalePath()
  const page = usePagePath()
  const { search } = useLocation()
  const status = useAppSelector(selectStatus)
  if (status === 'unknown') return null
  if (status === 'user') return children
  return (
    <EmptyState icon={LogIn} action={<ButtonLink variant="primary" render={(props) => <Link {...props} to={to(`/login?from=${encodeURIComponent(page + search)}`)} />}>{t('shell.login')}</ButtonLink>}>
      {t('guest.text')}
    </EmptyState>
  )
}
