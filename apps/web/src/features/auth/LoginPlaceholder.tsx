import { ButtonLink } from '@x/ui/button'
import { LogIn } from 'lucide-react'
import { useLocation } from 'react-router'
import { PageMessage, type PageMessageProps } from '../../lib/lazy/PageMessage.tsx'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath, usePagePath } from '../../lib/router/paths.ts'
import { useMessages } from '../../lib/messages/messages.ts'

/**
 * In place of a page that only users have: the way in, which leads back here with the whole
 * address.
 */
export function LoginPlaceholder({ level = 1 }: Pick<PageMessageProps, 'level'>) {
  const t = useMessages()
  const to = useLocalePath()
  const page = usePagePath()
  const { search } = useLocation()
  return (
    <PageMessage
      level={level}
      icon={LogIn}
      action={
        <ButtonLink
          variant="primary"
          render={(props) => (
            <Link {...props} to={to(`/login?from=${encodeURIComponent(page + search)}`)} />
          )}
        >
          {t('shell.login')}
        </ButtonLink>
      }
    >
      {t('guest.text')}
    </PageMessage>
  )
}
